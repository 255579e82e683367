import { phrases, type ReactionTable } from './reaction-table.ts';

/** Spanish. */
export const spanish: ReactionTable = {
  code: 'es',
  thanks: phrases(
    'gracias|muchas gracias|mil gracias|muchísimas gracias|te lo agradezco|se lo agradezco|te agradezco|muy amable|me has ayudado mucho|me ha ayudado mucho',
  ),
  thanksForNothing: phrases(
    'no gracias|gracias pero no|gracias de antemano|de antemano gracias|gracias por adelantado|gracias igualmente|gracias de todos modos|gracias de todas formas|gracias por nada|gracias por la oferta|gracias por preguntar|gracias a dios|gracias a|agradecería|di gracias|decir gracias',
  ),
  content: phrases(
    'perfecto|excelente|exacto|exactamente|eso es|eso era|justo eso|justo lo que necesitaba|justo lo que buscaba|eso ayuda|eso me ayuda|me sirve|me ha servido|muy útil|bien hecho|buen trabajo|está perfecto',
  ),
  beside: phrases(
    'ok|okay|vale|oh|ah|muy|mucho|por eso|por la ayuda|por tu ayuda|por su ayuda|por la info|por la información|por el consejo|por la respuesta|por todo|por ayudarme|a ti|a usted|ti|eso|es|sí|bien|bueno|qué bien|guay|entendido|comprendido|de acuerdo|y|de verdad|a todos|todos|adiós|hasta luego|buen día|que tengas un buen día|eso es todo|es todo|nada más|no eso es todo|ya está|amigo|tío|de nuevo|genial|estupendo|fantástico|maravilloso|bueno saberlo',
  ),
  works: phrases(
    'funcionó|ya funciona|ahora funciona|funciona|ahora sí funciona|ha funcionado|problema resuelto|solucionado|ya está solucionado|arreglado|ya está arreglado|eso lo arregló|ahora va bien|ya va bien',
  ),
  fails: phrases(
    'pero|todavía|aún|sigue|no|nada|nunca|ningún|ninguna|lamentablemente|desgraciadamente|sin embargo|aunque|mal|error|falla|inútil|ya lo|mismo problema|sin éxito|excepto',
  ),
  yes: phrases(
    'sí|claro|claro que sí|por supuesto|desde luego|vale|sí por favor|de acuerdo|ok|dale|perfecto|genial|estupendo|excelente',
  ),
  no: phrases('no|ahora no|todavía no|más tarde|mejor no'),
  takes: phrases(
    'suena bien|suena genial|suena perfecto|me parece bien|me parece perfecto|me viene bien|me va bien|eso me vale|eso estaría bien|eso sería genial|eso sería perfecto|sería perfecto|sería genial|me lo quedo|me quedo con|lo tomo|la tomo|vamos con|adelante|hazlo|resérvalo|resérvala|hágalo',
  ),
  tries: phrases(
    'lo intentaré|voy a intentarlo|voy a probar|voy a probarlo|lo probaré|probaré eso|voy a intentar|déjame probar|lo pruebo|voy a verlo|voy a mirarlo|lo miraré|lo haré|voy a hacerlo|eso haré',
  ),
  offers: phrases(
    'quieres que|quiere que|desea que|deseas que|te gustaría que|le gustaría que|puedo reservar|puedo reservarlo|lo reservo|la reservo|qué tal|qué te parece|qué le parece|te parece bien|le parece bien|te viene bien|le viene bien|te va bien|recomiendo|te recomiendo|le recomiendo|sugiero|te propongo|quieres reservar|quiere reservar|quieres la|quieres el|quiere la|quiere el|debo',
  ),
  foundNone: phrases(
    'lo siento|lamentablemente|desgraciadamente|no hay|no he encontrado|no encontré|no encuentro|no disponible|ningún resultado|está completo',
  ),
  asksWhich: phrases(
    'y tú|y usted|y a ti|otro|otra|otros|otras|cuál|qué tipo|qué zona|qué hora|qué día|algo más|prefieres|prefiere|preferencia',
  ),
  meant: phrases(
    'me refería a|me refería al|me refiero a|me refiero al|quería decir|lo que quería decir|hablaba de|hablaba del|estaba hablando de|no quiero decir|ese no|esa no|eso no|no el otro|no la otra|no ese|no esa',
  ),
  ownSlip: phrases(
    'perdón|perdona|perdone|lo siento|disculpa|disculpe|errata|error mío|fallo mío|me equivoqué|me he equivocado|ups|olvidé|se me olvidó|me olvidé|quería escribir|quería preguntar|cambié de opinión|he cambiado de opinión|mejor dicho|corrijo',
  ),
  misunderstood: phrases(
    'me has entendido mal|me entendiste mal|me ha entendido mal|me entendió mal|me has malinterpretado|no me has entendido|no me entendiste|no me entiendes|no es lo que quería decir|no era lo que quería decir|no es lo que pregunté|no es lo que he preguntado|no es lo que te pregunté|eso no es lo que pregunté|no es lo que pedí|no es lo que he pedido|no era mi pregunta|no es mi pregunta|no es lo que dije|no pregunté eso|no me refería a|no es lo que quería',
  ),
  shouldAsk: phrases(
    'deberías haber preguntado|debiste preguntar|debió preguntar|tenías que preguntar|podías haber preguntado|pregunta antes|pregunta primero|pregúntame antes|pregúntame primero|por qué no preguntaste|por qué no me preguntaste|por qué no has preguntado|no adivines|no supongas|deja de adivinar',
  ),
  toldAlready: phrases(
    'ya te lo dije|ya te lo he dicho|ya se lo dije|ya lo dije|ya lo he dicho|te lo acabo de decir|lo acabo de decir|ya te dije|ya te he dicho|como dije|como te dije|como he dicho|como ya dije|ya lo sabes|ya lo sabe|deja de preguntar|no preguntes|demasiadas preguntas|por qué preguntas|por qué me preguntas|otra vez preguntas|está en mi mensaje|lee mi mensaje|ya lo escribí|es obvio|está claro',
  ),
  unanswered: phrases(
    'hola|oye|estás ahí|sigues ahí|está ahí|hay alguien|hay alguien ahí|alguien|nadie|sin respuesta|ninguna respuesta|no respondes|no contestas|no me respondes|no me contestas|por qué no respondes|por qué no contestas|no has respondido|no respondiste|no contestaste|responde|respóndeme|contesta|contéstame|responde por favor|sigo esperando|estoy esperando|todavía espero|viste mi mensaje|has visto mi mensaje|me ignoras|me estás ignorando|no me ignores|te hice una pregunta|era una pregunta|y bien|alguien puede ayudarme|alguien me puede ayudar|alguien me ayuda|ayuda por favor|ayúdame por favor',
  ),
  justDo: phrases(
    'hazlo y ya|hazlo ya|simplemente hazlo|solo hazlo|pues hazlo|entonces hazlo|hazlo tú|te pedí que|te he pedido que|le pedí que|quiero que lo hagas|quería que lo hicieras|no me expliques|no necesito instrucciones|no necesito explicaciones|no puedes hacerlo|no lo puedes hacer|por qué no lo haces|por qué no lo hiciste|lo has hecho|lo hiciste|no lo has hecho|no lo hiciste|deberías haberlo hecho',
  ),
  onlyAsked: phrases(
    'solo preguntaba|solo pregunté|solo era una pregunta|era solo una pregunta|solo una pregunta|solo quería saber|solo quería saberlo|solo quería una respuesta|solo tenía curiosidad|era por curiosidad|solo por curiosidad',
  ),
  onlySaid: phrases(
    'solo decía|solo lo decía|solo te lo decía|solo quería decirte|solo quería que lo supieras|solo para que lo sepas|solo para informarte|era solo un comentario|solo era un comentario|no era una pregunta|no hace falta que respondas|no hace falta responder|no tienes que responder|no tienes que hacer nada|no hace falta que hagas nada|pensaba en voz alta|solo pensaba en voz alta',
  ),
  notYou: phrases(
    'no te hablaba a ti|no te estaba hablando|no hablaba contigo|no estaba hablando contigo|no te hablo a ti|hablaba con _ no contigo|no era para ti|no es para ti|chat equivocado|ventana equivocada|nadie te preguntó|nadie te ha preguntado|a ti no te pregunté|no te pregunté a ti|no te metas|cállate|cállese',
  ),
  unasked: phrases(
    'no te pedí que|no te he pedido que|no le pedí que|yo no pedí eso|no pedí eso|nunca te pedí|nadie te pidió que|no quería que|quién te dijo que|no debiste|no deberías haber',
  ),
  foundAlone: phrases(
    'lo encontré|ya lo encontré|lo he encontrado|ya lo he encontrado|lo encontré yo|lo busqué yo|ya lo busqué|lo busqué en google|lo he buscado yo|lo resolví|ya lo resolví|lo he resuelto|lo solucioné|ya lo solucioné|lo he solucionado|lo arreglé yo|lo hice yo mismo|lo hice yo misma|lo hago yo mismo|lo hago yo misma|lo haré yo mismo|lo haré yo misma|lo buscaré yo|lo busco yo|ya lo busco yo|lo miro yo|lo averigüé|ya lo averigüé|le preguntaré a otro|preguntaré a otra persona|olvídalo ya',
  ),
};
