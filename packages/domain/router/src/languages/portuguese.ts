import { type LanguageTable, phrases, words } from './language-table.ts';

/** Portuguese. */
export const portuguese: LanguageTable = {
  code: 'pt',
  greetings: phrases('olá|oi|bom dia|boa tarde|boa noite|e aí|tudo bem|tudo bom|viva|alô'),
  farewells: phrases(
    'tchau|adeus|até logo|até amanhã|até breve|até mais|até já|tenha um bom|tenha uma boa|é tudo|é só isso|isso é tudo|só isso|mais nada|deixa pra lá|esquece|não importa|deixa estar',
  ),
  thanks: phrases(
    'obrigado|obrigada|muito obrigado|muito obrigada|valeu|agradeço|grato|grata|brigado|brigada',
  ),
  praise: phrases(
    'ok|tá bom|está bem|entendi|combinado|perfeito|ótimo|ótima|excelente|muito bem|muito bom|bom trabalho|exato|exatamente|isso mesmo|correto|certo|ajudou|maravilha|fantástico|show|legal|bacana|fixe|tens razão|você tem razão',
  ),
  corrections: phrases(
    'isso está errado|está errado|está errada|errado|isso não está certo|não está certo|não é isso|não era isso|eu quis dizer|quis dizer|queria dizer|não foi isso|não foi o que|você entendeu mal|você não entendeu|entendeste mal|você errou|não ajudou|isso não ajuda|incorreto|não é o que',
  ),
  fillers: words('ok tá sim não ah oh eh bom então e mas agora bem olha pois aí também'),
  interrogatives: phrases(
    'o que|o quê|que horas|que dia|quem|qual|quais|como|quanto|quanta|quantos|quantas|onde|aonde|quando é|quando foi|quando será|quando começa|quando sai|quando tenho|quando chega|por que|porquê|por quê|de que|em que|para que|com quem|de quem|de onde|para onde|você sabe|sabes|você conhece|conheces|será que|há algum|há alguma|tem algum|tem alguma|posso|devo|é possível|existe',
  ),
  notInterrogatives: phrases('que bom|que legal|que lindo|que pena|como eu disse|como disse|como te disse'),
  auxiliaries: words('está estão é são há tem'),
  subjects: words('ele ela eles elas você isso isto'),
  politeRequests: phrases(
    'você pode|pode|podes|poderia|poderias|podia|podias|você poderia|por favor|quero que|gostaria que|gostaria de|quero|queria|preciso|tenho que|tenho de|me ajude a|me ajuda a|ajuda me a|pode me|dá para|consegue|consegues',
  ),
  needs: phrases(
    'preciso|preciso de|precisamos|quero|queria|gostaria|procuro|estou procurando|estou à procura|me ajude|me ajuda|ajuda me|tenho interesse',
  ),
  problems: phrases(
    'não funciona|não está funcionando|não está a funcionar|parou de funcionar|está quebrado|está quebrada|está avariado|um erro|um problema|problemas com|não abre|não liga|perdi|foi roubado|foi roubada|me roubaram|deu erro',
  ),
  actVerbs: words(
    'lembre lembra lembrar reserve reserva reservar peça pede pedir encomende adicione adiciona adicionar apague apaga apagar exclua excluir remova remove remover envie envia enviar mande manda mandar ponha põe coloque coloca colocar ligue liga ligar acenda desligue desliga desligar abra abre abrir feche fecha fechar inicie inicia iniciar pare parar toque toca tocar compre compra comprar cancele cancela cancelar mude muda mudar altere altera alterar chame busque procure procura salve guarde guarda atualize atualiza instale instala agende agenda agendar marque marca marcar escreva escreve escrever crie cria criar anote anota acorde imprima pague paga pagar encontre encontra faça faz fazer verifique verifica verificar transfere transfira transferir executa execute executar chama descarrega descarregue descarregar baixe baixar bloqueia bloqueie bloquear desbloqueia encaminha encaminhe encaminhar avise avisa avisar confirme confirma confirmar responda responde responder copie copia copiar partilha partilhe compartilhe compartilhar mova move mover adia adie adiar renomeie renomear ativa ative ativar desativa desative desativar aumenta aumente diminui diminua imprimir devolva devolve instalar rode',
  ).concat(
    phrases(
      'esquece tudo|esqueça tudo|esquece o que|esqueça o que|esquece isso|esquece que|esqueça que|esqueça isso|esquece a minha|esqueça a minha|esquece o meu|esqueça o meu',
    ),
  ),
  answerVerbs: phrases(
    'me diga|me diz|diga|diz me|diga me|dizer|explique|explica|explicar|conte|conta me|contar|mostre|mostra me|mostrar|descreva|descreve|traduza|traduz|traduzir|me dê|dá me|dê|liste|saber|entender|resuma|resume|compare|calcule|calcula|recomende|recomenda|recomendar|me fale|fale',
  ),
  references: phrases(
    'você disse|disseste|você falou|falaste|você mencionou|mencionaste|da última vez|última vez|nós falamos|falamos|conversamos|a gente falou|como eu disse|eu te disse|te disse|te contei|eu disse|você lembra|você se lembra|lembras te|lembra se|outro dia|tinhas dito|eu falei',
  ),
  remember: phrases(
    'lembre se|lembra te|lembre que|lembra que|não se esqueça|não esqueça|não te esqueças|não esqueças|tenha em mente|tem em conta|tome nota|toma nota|anote que|anota que|guarde isso|guarda isso|saiba que|lembre disso|tem isso em conta|tem em mente|tem isso em mente|tenha isso em mente|não te esqueças disso|não se esqueça disso|anota isso|anote isso|toma nota disso',
  ),
  keptThings: phrases('lista|listas|lembrete|lembretes|foco'),
  keptBefore: phrases(
    'meu|minha|meus|minhas|nosso|nossa|nossos|nossas|tenho|tenho algum|tenho alguma|tenho alguns|tenho um',
  ),
  keptAfter: phrases('tenho|eu tenho|temos|há|existem|estão pendentes'),
  keptWhole: phrases(
    'há lembretes|há algum lembrete|tem algum lembrete|na lista de compras|na lista de tarefas|da lista de compras|da lista de tarefas|a lista de compras|a lista de tarefas|me concentrando|a concentrar me|tua decisão|sua decisão|tuas decisões|suas decisões|tua última decisão|sua última decisão|tuas últimas decisões|suas últimas decisões|por que você respondeu|porque você respondeu|por que respondeste|porque respondeste|por que respondeu|por que você disse|porque você disse|por que disseste|porque disseste|por que você fez|porque fizeste|por que fizeste|o que você tem feito|o que tens feito',
  ),
  anaphora: words(
    'isso isto aquilo esse essa esses essas este esta estes estas ele ela eles elas lhe lá mesmo dele dela disso nisso',
  ),
  secondPerson: words('você vocês tu te ti teu tua seu sua contigo'),
  everyone: phrases('alguém|todos|todas|pessoal|gente|galera|algum de vocês'),
  declaratives: words(
    'eu meu minha meus minhas nós nosso nossa ele ela eles é são era sou estou está estão tenho tem temos moro mora fui gosto chamo chama',
  ),
  stopWords: words(
    'o a os as um uma uns umas e ou mas se não nem que como de do da dos das em no na nos nas ao à aos às com sem por pelo pela para pra sobre entre desde até durante antes depois eu me mim meu minha meus minhas tu te ti teu tua você vocês ele ela eles elas lhe lhes se seu sua seus suas nós nosso nossa este esta isto esse essa isso aquele aquela aquilo é são era eram sou és somos foi ser sido estou está estamos estão estar tenho tem temos têm ter há havia faz fazer posso pode podes poderia quero queria gostaria quem qual quais quanto quantos onde quando porque porquê muito muita muitos mais menos pouco também já ainda sim aqui ali lá agora então algo nada tudo todo toda todos outro outra coisa favor ok bem só foram',
  ),
};
