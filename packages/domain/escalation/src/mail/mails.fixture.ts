import type { MailFacts } from './asks-for-answer.ts';

/** A mail of the tests: subject, text, facts. */
export type WrittenMail = readonly [subject: string, text: string, facts?: MailFacts];

/** Mails that want nothing of their reader. */
export const wantNone: readonly WrittenMail[] = [
  [
    'Ready for summer?',
    'Ready for summer?\nDiscover our new sandals. Why wait? Shop now and save 20%.\n\nUnsubscribe | View in browser',
    { from: 'Shoes & Co <hello@shoes.example>' },
  ],
  [
    'Your receipt from Corner Bakery',
    'Thank you for your purchase. Order number 4471. Total: 12.40. Questions? Visit our help centre.',
    { from: 'receipts@bakery.example' },
  ],
  [
    'Minutes of Tuesday',
    'Hi all,\n\nattached are the minutes of Tuesday. We agreed on the blue version and on the move in March.\n\nBest,\nLena',
  ],
  [
    'Re: Dinner',
    'Wonderful, see you on Friday at eight then!\n\nOn Mon, 3 Mar 2025 at 10:12, Anna Berg <anna@example.org> wrote:\n> Could you come on Friday?\n> What should I cook?',
  ],
  [
    'Out of office: Budget',
    'I am out of the office until 12 May and will answer when I am back. In urgent cases, please contact Jo Miller.',
  ],
  [
    'FYI: new door code',
    'Just so that everybody has it: the new code of the door is on the board in the kitchen. No reply needed.',
  ],
  [
    'Weekly digest',
    'Top stories this week. Did you know that otters hold hands? Read more on our site. You are receiving this because you signed up.',
    { bulk: true },
  ],
  [
    'Accepted: Planning @ Thu 6 Mar 2025 10:00',
    'Marta Ruiz has accepted this invitation.',
    { from: 'Marta Ruiz <marta@example.org>' },
  ],
  [
    'Your verification code',
    'Your verification code is 118 302. It expires in 10 minutes. Didn’t request this? You can ignore this message.',
    { from: 'no-reply@accounts.example' },
  ],
  [
    '[salience/app] Fix the clock (#12)',
    'otto commented on this pull request: "Could you rename this variable?"\n\nReply to this email directly or view it on GitHub.',
    { from: 'Otto <notifications@code.example>', bulk: true },
  ],
  [
    'Thank you',
    'Dear Tom,\n\nthank you so much for your help yesterday. It made all the difference.\n\nIf you have any questions, please do not hesitate to contact me.\n\nKind regards,\nIda',
  ],
  [
    'Ihre Bestellung ist unterwegs',
    'Guten Tag, Ihre Sendung wurde versandt. Sendungsnummer 99812. Bitte antworten Sie nicht auf diese E-Mail.',
    { from: 'versand@shop.example' },
  ],
  [
    'Protokoll vom Elternabend',
    'Liebe Eltern,\n\nanbei das Protokoll vom Elternabend. Bei Fragen stehe ich gern zur Verfügung.\n\nViele Grüße\nUte Kern',
  ],
  [
    'Danke!',
    'Hallo Jens,\n\ndas Paket ist gestern angekommen, alles heil. Danke dir! Wie geht es dir? Bei uns ist alles gut.\n\nLiebe Grüße\nMia',
  ],
  [
    'Sommerangebote',
    'Lust auf Meer? Jetzt buchen und bis zu 30 % Rabatt sichern. Newsletter abbestellen: hier klicken.',
    { from: 'reisen@urlaub.example' },
  ],
  [
    'Votre facture est disponible',
    'Bonjour, votre facture du mois est disponible dans votre espace client. Ceci est un message automatique, merci de ne pas répondre à cet e-mail.',
  ],
  [
    'Pour information',
    'Bonjour à tous,\n\nla salle 204 est fermée lundi pour travaux. Nous serons dans la salle 310.\n\nBonne journée,\nLuc',
  ],
  [
    'Tu pedido ha sido enviado',
    'Gracias por tu compra. Número de seguimiento: 5521. ¿Tienes dudas? Visita nuestra ayuda.',
    { from: 'pedidos@tienda.example' },
  ],
  ['Fotos del viaje', 'Hola Pablo, te mando las fotos del viaje. Lo pasamos muy bien. ¡Un abrazo!\n\nSara'],
  [
    'Scopri i saldi',
    'Pronta per la primavera? Saldi fino al 50 % di sconto. Acquista ora!\nPer disiscriverti clicca qui.',
  ],
  [
    'Verbale della riunione',
    'Ciao a tutti, in allegato il verbale della riunione di ieri. Per qualsiasi domanda sono a disposizione.\n\nGiulia',
  ],
  [
    'Recibo de pagamento',
    'Obrigado pela sua compra. Número do pedido: 8831. Este é um e-mail automático, não responda a este e-mail.',
  ],
  ['Boas notícias', 'Olá Rui, a Inês já nasceu, está tudo bem com as duas. Beijinhos a todos!\n\nMarta'],
  [
    'Scheduled maintenance',
    'Dear customer, our service will not be available on Sunday from 2:00 to 4:00. No action is required on your part. Please note that saved work is kept.',
    { from: 'status@hosting.example' },
  ],
  [
    'Photos',
    'Hey! Here are the pictures from Saturday. Wasn’t it great? I still laugh about the boat.\n\nBen',
  ],
  [
    'Offer for the kitchen',
    'Peter, see the offer below, I will sign it tomorrow.\n\n-----Original Message-----\nFrom: Kitchens Ltd\nSent: Monday\n\nWould you like oak or pine? Please let us know by Friday.',
    { addressed: true, known: true },
  ],
  [
    'Rechnung 2025-118',
    'Sehr geehrter Herr Blum,\n\nanbei erhalten Sie unsere Rechnung. Bitte überweisen Sie den Betrag bis 14.3. auf das genannte Konto.',
    { from: 'buchhaltung@firma.example' },
  ],
  [
    'You appeared in 9 searches',
    'You appeared in 9 searches this week. Want to stand out? Try it for a month.',
    { from: 'Network <messages-noreply@network.example>' },
  ],
  [
    'Rate your stay',
    'How was your stay at Hotel Sun? Please take two minutes to share your experience with us.',
    { from: 'Hotel Sun <feedback@hotel.example>' },
  ],
  ['Ihr Termin', 'Ihr Termin am 12.3. um 9 Uhr ist bestätigt. Bitte bringen Sie Ihre Versichertenkarte mit.'],
];

/** Mails that want an answer of their reader. */
export const wantOne: readonly WrittenMail[] = [
  ['Dinner on Friday?', 'Hi Tom,\n\nare you free on Friday evening? We would cook something.\n\nAnna'],
  [
    'Contract',
    'Dear Ms Weber,\n\nattached you find the contract. Please sign it and send it back by 12 May.\n\nKind regards,\nPaul Stone',
  ],
  [
    'Slides',
    'Hello,\n\nI could not find the slides of last week. Could you send them to me?\n\nThanks, Eve',
    { known: true },
  ],
  ['Quick one', 'Which of the two colours do you prefer for the cover? I have to tell the printer today.'],
  ['Trip', 'Let me know if you are coming along, I would book the train tonight.\n\nJo'],
  [
    'Re: Offer',
    'Thanks, that looks good. When could you start?\n\nOn Tue, 4 Mar 2025, Kim Lee wrote:\n> Here is our offer.',
  ],
  [
    'Reference letter',
    'Dear Professor,\n\nI am applying for a scholarship and was wondering whether you would write a letter for me. It is due on 1 June.\n\nYours,\nNadia',
  ],
  ['Invoice 2231', 'Hello Mark, I need your approval for the invoice before I can pay it.\n\nBest, Sue'],
  ['Keys', 'Where did you leave the keys? I am at the door.'],
  [
    'Appointment',
    'Good morning,\n\nDr Hill has to move your appointment. Please call me or answer this mail, so that we find another date.\n\nPractice Hill',
  ],
  ['Wedding', 'We are getting married on 5 July! RSVP by the end of April.\n\nLina and Max'],
  [
    'Rückfrage zum Angebot',
    'Sehr geehrte Frau Kern,\n\nvielen Dank für das Angebot. Bis wann könnten Sie liefern, und was kostet der Versand?\n\nMit freundlichen Grüßen\nH. Vogt',
  ],
  ['Samstag', 'Hi, kommst du am Samstag mit ins Kino? Sag mir bitte bis morgen Bescheid.\n\nTim'],
  [
    'Unterlagen',
    'Guten Tag,\n\nfür den Antrag fehlt noch eine Kopie Ihres Ausweises. Bitte schicken Sie sie uns bis Freitag zu.\n\nIhr Bürgeramt',
  ],
  [
    'Terminvorschlag',
    'Liebe Kollegin,\n\nich schlage Dienstag um 14 Uhr vor. Ich bitte um kurze Rückmeldung.\n\nBeste Grüße\nK. Lang',
  ],
  [
    'Réunion de jeudi',
    'Bonjour Claire,\n\nPourriez-vous me confirmer votre présence jeudi ?\n\nCordialement,\nMarc Petit',
  ],
  ['Week-end', 'Salut, tu viens samedi ? Dis-moi avant ce soir, je fais les courses.\n\nLéa'],
  [
    'Dossier incomplet',
    'Madame,\n\nIl manque une pièce à votre dossier. Merci de nous envoyer votre attestation avant le 10 mai.\n\nLe service',
  ],
  [
    'Presupuesto',
    'Buenos días, Javier:\n\n¿Podrías enviarme el presupuesto antes del lunes? Quedo a la espera de tu respuesta.\n\nUn saludo, Elena',
  ],
  ['La cena', 'Hola, ¿a qué hora llegas mañana? Avísame para reservar mesa.'],
  [
    'Preventivo',
    'Buongiorno,\n\npotrebbe inviarmi un preventivo per la riparazione? Resto in attesa di un suo riscontro.\n\nCordiali saluti,\nPaolo Neri',
  ],
  ['Sabato', 'Ciao! Vieni sabato alla festa? Fammi sapere quanti siete.\n\nChiara'],
  [
    'Reunião',
    'Bom dia, Ana,\n\npode confirmar se a reunião de quinta se mantém? Aguardo a sua resposta.\n\nCumprimentos,\nJoão',
  ],
  ['Jantar', 'Olá! Queres jantar connosco no sábado? Diz-me até amanhã.\n\nTeresa'],
  [
    'Draft',
    'Hi Sam,\n\nhere is the draft of the report. I would appreciate your comments by Thursday, especially on part two.\n\nCheers,\nRob',
  ],
  [
    'Your order of chairs',
    'Hello,\n\nthis is Nora of Chairs & Sons. The green fabric is sold out. Would you take blue instead, or shall I cancel?\n\nNora',
    { from: 'Nora <nora@chairs.example>' },
  ],
  [
    'Bug in the export',
    'Hi Dana, the export drops the last row since yesterday. Do you know why? It blocks us.',
  ],
  ['Quotes', 'We have two quotes, 4,200 and 3,900. Tell us which one to take and we will order today.'],
  ['Tomorrow', 'Are we still on for tomorrow at 9'],
  ['Documentos', 'Prezada Sra. Lima, solicitamos o envio dos documentos até sexta-feira.'],
  ['Adhésion', 'Madame, je vous prie de me retourner le formulaire signé. Cordialement'],
  ['Adresse', 'Guten Tag, wir bitten Sie, uns Ihre neue Adresse mitzuteilen.'],
];
