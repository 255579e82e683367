import { phrases, type ThoughtTable } from './thought-table.ts';

const askable = phrases('por que|porque|como|o que|se|onde|quem|quando|qual|quais|quanto|quantos');

/** Portuguese. */
export const portuguese: ThoughtTable = {
  code: 'pt',
  disagrees: phrases(
    'discordo|não concordo|em desacordo|não estou de acordo|não estou convencido|não estou convencida|não tenho certeza sobre|não tenho certeza quanto|não é verdade|é falso|é mentira|está errado|você está enganado|estás enganado|pelo contrário|ao contrário|bobagem|disparate|não faz sentido|má ideia|não é boa ideia|duvido|me oponho|sou contra',
  ),
  opposes: phrases(
    'não acho|não creio|não penso|não me parece|eu não diria|não diria|não gosto|não quero|não vejo assim',
  ),
  no: phrases('não|nada disso|falso|errado'),
  counters: phrases('mas|porém|contudo|sim mas|ok mas|tá mas|certo mas|por outro lado|no entanto'),
  noDenial: phrases(
    'não obrigado|não obrigada|não tem problema|sem problema|não se preocupe|não te preocupes|não é má ideia|não é uma má ideia|nada mal|não está mal|não discordo|não sou contra|não só|não apenas|por que não|porque não|ou não|se não|não esqueça|não esqueças|mal posso esperar|não faço ideia|não tenho ideia|sem ideia|não importa|não precisa|não sei|não entendo',
  ),
  not: phrases('não|nunca|nenhum|nenhuma'),
  actually: phrases('na verdade|na realidade|de facto|de fato'),
  turns: phrases('é na verdade|são na verdade|era na verdade|é na realidade'),
  agrees: phrases(
    'concordo|acordo|adoro|amo|gosto|bem|bom|boa|ótimo|ótima|certo|razão|funciona|interessante|perfeito',
  ),
  unknowing: phrases(
    'não sei|não entendo|não percebo|não tenho certeza|não me lembro|não lembro|não vejo|não conheço|não vi|não ouvi',
  ),
  ownState: phrases('não tenho|não temos|não tinha|não estava|não estou|eu não fiz|ainda não'),
  fails: phrases(
    'não funciona|não carrega|não abre|não arranca|não encontro|não responde|não conecta|não liga',
  ),
  subordinates: phrases('porque|pois|se|quando|que|quem|embora|como|onde|enquanto|até|desde|já que'),
  joins: phrases('mas|e'),
  feelings: phrases(
    'obrigado|obrigada|valeu|adoro|amo|incrível|feliz|lindo|linda|parabéns|uau|wow|desculpa|desculpe|lamento|espero|tomara|triste|infelizmente',
  ),
  praise: phrases('bem|bom|boa|ótimo|ótima|legal|fixe|engraçado|bonito|bonita|melhor|interessante'),
  laughter: phrases('kkk|kkkk|haha|hahaha|rsrs|lol|hehe'),
  swearing: phrases('merda|porra|caralho|droga|idiota|idiotas|maldito'),
  asks: phrases(
    'por que|porque é que|o que é|o que são|o que faz|o que significa|o que acha|o que você|o que achas|que tal|como faço|como é|como funciona|como posso|como se|onde está|onde fica|onde posso|quem é|quem sabe|quando é|quando vai|qual é|quais são|quanto custa|quanto|quantos|quantas|alguém sabe|alguém pode|alguém tem|você pode|podes|pode me|poderia|podias|sabe se|sabes se|tem como|será que|existe algum|posso|devo',
  ),
  leads: phrases('e|mas|então|ok|bom|bem|ei|oi|olá|também|sim|não|agora|hmm|desculpa'),
  seeks: phrases(
    'como posso|como faço|como se|onde posso|o que devo|o que faço|posso|devo|você pode|podes|poderia|podias|alguém sabe|alguém pode|alguém tem|o que acha|o que achas|sabe se|sabes se',
  ),
  wonders: [
    ...[
      'me pergunto',
      'pergunto-me',
      'não sei',
      'não faço ideia',
      'não tenho certeza',
      'não entendo',
      'não percebo',
      'me diga',
      'diz-me',
      'quero saber',
      'queria saber',
      'gostaria de saber',
    ].flatMap((start) => askable.map((word) => `${start} ${word}`)),
    ...phrases(
      'curioso para|curiosa para|tenho curiosidade|estou confuso|estou confusa|confuso|confusa|não entendo|não percebo',
    ),
  ],
  basicAsks: phrases('o que|que|como|por que'),
  insights: phrases(
    'ideia|ideias|e se|me dei conta|dei-me conta|percebi|acabei de perceber|me ocorreu|ocorreu-me|agora entendo|reparei',
  ),
  noInsight: phrases('não faço ideia|não tenho ideia|sem ideia|alguma ideia|fazes ideia'),
  connections: phrases(
    'conexão|ligação com|relação com|relacionado com|relacionada com|relacionado a|se relaciona|conecta com|liga-se a|me lembra|lembra-me|tem a ver com',
  ),
};
