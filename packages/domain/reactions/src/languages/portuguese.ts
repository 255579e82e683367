import { phrases, type ReactionTable } from './reaction-table.ts';

/** Portuguese, of Portugal and of Brazil. */
export const portuguese: ReactionTable = {
  code: 'pt',
  thanks: phrases(
    'obrigado|obrigada|muito obrigado|muito obrigada|obrigadão|brigado|brigada|valeu|agradeço|te agradeço|agradecido|agradecida|você me ajudou muito|ajudaste muito',
  ),
  thanksForNothing: phrases(
    'não obrigado|não obrigada|obrigado mas não|obrigada mas não|obrigado desde já|obrigada desde já|desde já obrigado|desde já obrigada|desde já agradeço|agradeço desde já|obrigado de qualquer forma|obrigada de qualquer forma|obrigado mesmo assim|obrigada mesmo assim|obrigado por nada|obrigada por nada|obrigado pela oferta|obrigada por perguntar|obrigado por perguntar|graças a deus|agradecia que|agradeceria',
  ),
  content: phrases(
    'perfeito|excelente|ótimo|exato|exatamente|é isso|era isso|é isso mesmo|era isso mesmo|é isso aí|isso ajuda|isso ajudou|ajudou muito|muito útil|bem feito|bom trabalho|está perfeito|era o que eu precisava|impecável',
  ),
  beside: phrases(
    'ok|okay|ah|oh|tá|tá bom|muito|mesmo|por isso|pela ajuda|pela sua ajuda|pela tua ajuda|pela info|pela informação|pela dica|pela resposta|por tudo|por me ajudar|a você|a ti|isso|é|sim|bom|bem|legal|fixe|entendi|entendido|percebi|certo|e|de verdade|a todos|pessoal|tchau|adeus|até logo|bom dia|tenha um bom dia|é tudo|isso é tudo|só isso|era só isso|nada mais|não é só isso|de novo|amigo|então|maravilha|maravilhoso|fantástico|bom saber',
  ),
  works: phrases(
    'funcionou|deu certo|agora funciona|está funcionando|já está funcionando|está a funcionar|agora está a funcionar|já funciona|problema resolvido|resolvido|já está resolvido|isso resolveu|resolveu|agora deu|funciona',
  ),
  fails: phrases(
    'mas|ainda|continua|não|nada|nunca|nenhum|nenhuma|infelizmente|porém|no entanto|embora|errado|erro|falha|inútil|já tentei|mesmo problema|sem sucesso|exceto',
  ),
  yes: phrases(
    'sim|claro|claro que sim|com certeza|com certeza sim|sim por favor|pode|pode ser|pode sim|ok|isso|perfeito|ótimo|excelente',
  ),
  no: phrases('não|agora não|ainda não|mais tarde|melhor não'),
  takes: phrases(
    'parece bom|parece ótimo|parece perfeito|parece bem|parece me bem|por mim tudo bem|serve para mim|para mim está bom|está bom para mim|seria ótimo|seria perfeito|seria bom|fico com|vou ficar com|vamos com|pode reservar|pode fazer|pode marcar|vai em frente|força|faz isso|faça isso|reserva isso|reserve isso',
  ),
  tries: phrases(
    'vou tentar|vou experimentar|vou testar|vou fazer isso|vou fazer|farei isso|vou ver isso|vou dar uma olhada|deixa eu tentar|deixa me tentar|vou tentar isso',
  ),
  offers: phrases(
    'quer que eu|queres que eu|deseja que eu|gostaria que eu|gostarias que eu|devo|posso reservar|posso marcar|que tal|o que acha|o que achas|está bem para você|está bom para você|serve para ti|recomendo|te recomendo|sugiro|quer reservar|queres reservar|quer o|quer a|queres o|queres a',
  ),
  foundNone: phrases(
    'desculpe|desculpa|lamento|sinto muito|infelizmente|não há|não encontrei|não achei|indisponível|esgotado|lotado|nenhum resultado',
  ),
  asksWhich: phrases(
    'e você|e tu|e contigo|outro|outra|outros|outras|qual|quais|que horas|que dia|mais alguma coisa|prefere|preferes|preferência',
  ),
  meant: phrases(
    'eu quis dizer|quis dizer|queria dizer|eu me referia|referia me a|me referia a|estava falando de|estava falando do|estava falando da|estava a falar de|estava a falar do|estava a falar da|eu falava de|falo de|não o outro|não a outra|esse não|essa não|isso não',
  ),
  ownSlip: phrases(
    'desculpa|desculpe|perdão|erro meu|falha minha|engano meu|me enganei|enganei me|me confundi|ops|esqueci|tinha esquecido|erro de digitação|gralha|queria escrever|queria perguntar|mudei de ideia|aliás|melhor dizendo|corrigindo',
  ),
  misunderstood: phrases(
    'você me entendeu mal|me entendeu mal|entendeste mal|percebeste mal|entendeu errado|você entendeu errado|não me entendeu|não me entendeste|não percebeste|não foi isso que eu quis dizer|não foi isso que quis dizer|não era isso que eu queria dizer|não foi isso que perguntei|não foi isso que eu perguntei|não foi o que perguntei|não foi isso que pedi|não foi isso que eu pedi|não era a minha pergunta|não era essa a pergunta|não perguntei isso|não foi isso que eu disse|não era isso que eu queria',
  ),
  shouldAsk: phrases(
    'devia ter perguntado|devias ter perguntado|deveria ter perguntado|podia ter perguntado|podias ter perguntado|pergunte antes|pergunta antes|pergunta primeiro|pergunte primeiro|me pergunte antes|por que não perguntou|porque não perguntaste|não adivinhe|não adivinhes|não suponha|para de adivinhar|pare de adivinhar',
  ),
  toldAlready: phrases(
    'já te disse|já lhe disse|já disse|eu já disse|já falei|eu já falei|já te falei|acabei de dizer|acabei de te dizer|como eu disse|como disse|como já disse|você já sabe|já sabes|para de perguntar|pare de perguntar|não pergunte|não perguntes|perguntas demais|muitas perguntas|por que pergunta|porque perguntas|por que está perguntando|está na minha mensagem|leia a minha mensagem|lê a minha mensagem|já escrevi|é óbvio',
  ),
  unanswered: phrases(
    'olá|oi|alô|está aí|você está aí|estás aí|tem alguém aí|há alguém aí|está aí alguém|alguém|ninguém|sem resposta|nenhuma resposta|não responde|não respondes|você não respondeu|não respondeste|não me respondeu|por que não responde|por que você não responde|porque não respondes|responda|responde|me responda|responde me|responda por favor|ainda estou esperando|estou esperando|estou à espera|continuo à espera|viu minha mensagem|viste a minha mensagem|está me ignorando|estás a ignorar me|não me ignore|fiz uma pergunta|eu fiz uma pergunta|era uma pergunta|e então|alguém pode me ajudar|alguém me pode ajudar|alguém me ajuda|ajuda por favor|me ajuda por favor',
  ),
  justDo: phrases(
    'faça logo|faz logo|só faça|só faz isso|simplesmente faça|então faça|então faz|apenas faça|pedi que você|pedi para você|pedi te que|pedi te para|eu pedi para|quero que você faça|quero que faças|queria que você|queria que fizesses|não me explique|não me expliques|não preciso de instruções|não preciso de explicações|não pode fazer isso|não consegue fazer isso|por que não faz|por que não fez|porque não fizeste|você fez|já fez|fizeste|você não fez|não fizeste|devia ter feito|devias ter feito',
  ),
  onlyAsked: phrases(
    'só perguntei|eu só perguntei|estava só perguntando|só estava perguntando|estava só a perguntar|era só uma pergunta|foi só uma pergunta|só uma pergunta|só queria saber|eu só queria saber|só queria uma resposta|era só curiosidade|só por curiosidade',
  ),
  onlySaid: phrases(
    'só estava dizendo|estava só dizendo|estava só a dizer|só comentei|foi só um comentário|era só um comentário|só queria te dizer|só queria dizer te|só para você saber|só para saberes|só para informar|não era uma pergunta|não foi uma pergunta|não precisa responder|não precisas responder|não precisas de responder|não precisa fazer nada|não precisas de fazer nada|estava pensando em voz alta|estava a pensar em voz alta',
  ),
  notYou: phrases(
    'não estava falando com você|não estava a falar contigo|não falei com você|não falei contigo|não era com você|não era contigo|não era para você|não era para ti|não é para você|não é para ti|estava falando com _ não com você|janela errada|conversa errada|chat errado|ninguém te perguntou|ninguém lhe perguntou|não te perguntei|não perguntei a você|não se meta|não te metas|cala a boca|cala te|fica quieto',
  ),
  unasked: phrases(
    'não pedi que você|não pedi para você|não te pedi para|não te pedi que|eu não pedi isso|não pedi isso|nunca pedi|ninguém pediu|não queria que você|não queria que|quem te disse para|quem mandou|não devia ter feito|não devias ter feito',
  ),
  foundAlone: phrases(
    'encontrei|já encontrei|achei|já achei|descobri|já descobri|descobri sozinho|descobri sozinha|resolvi sozinho|resolvi sozinha|já resolvi|consegui resolver|consegui sozinho|consegui sozinha|fiz sozinho|fiz sozinha|fiz eu mesmo|fiz eu mesma|eu mesmo faço|eu mesma faço|faço eu mesmo|faço eu mesma|vou fazer sozinho|vou fazer sozinha|pesquisei no google|procurei no google|procurei sozinho|procurei sozinha|pesquisei sozinho|pesquisei sozinha|eu mesmo procuro|eu mesma procuro|procuro eu|vou procurar sozinho|vou procurar sozinha|pergunto a outra pessoa|vou perguntar a outra pessoa|deixa já',
  ),
};
