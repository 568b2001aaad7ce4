import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const es: Verses = {
  unnamed: 'mañana',
  titles: ['El color de «{{word}}»', '{{word}} en la ventana', 'Más cerca: {{word}}', 'Una luz llamada {{word}}'],
  verses: [
    'Hierve el café, la calle calla\nHay una voz que nunca falla\nEntra despacio hasta el salón\n«{{word}}», repite el corazón',
    'Dejé una lámpara encendida\nY «{{word}}» en la pared escrita\nLa lluvia no supo adónde ir\nY se quedó conmigo a dormir',
    'Pintamos mapas de papel\nCon tinta, prisa y algo de miel\nY en cada vuelta del camino\n«{{word}}» brillaba como un destino',
    'Se marcha el tren, se acerca el cielo\nSiento en la piel cómo sube el vuelo\nTras la estación más lejana\n«{{word}}» me espera en la mañana'
  ],
  choruses: [
    'Oh, {{word}}, detén la mañana\nQue ya me asomo a tu ventana\nY si el cielo se nos cae\nUna canción siempre nos trae',
    'Cántalo fuerte, cántalo lento\n«{{word}}» lo lleva el viento\nCada ventana, cada canción\n«{{word}}», aquí en mi corazón',
    'Y corremos, corremos hasta el final\nTras «{{word}}», más allá del mar\nSomos pequeños, el mundo es grande\nPero a mi lado siempre hay un instante'
  ],
  bridges: [
    'Y si se acaba la canción\nQue sea como un buen adiós\nCon una mano en la puerta\nY una razón para dejarla abierta',
    'Cuenta estrellas, pierde la cuenta\nLa ciudad despierta y se inventa\nNada se queda como fue\nPero tu nombre yo lo sé'
  ],
  endings: ['{{word}}, {{word}}\nDeja la luz encendida', 'Muy suave ya\n{{word}}'],
  tags: ['cálido', 'esperanzado', 'melódico', 'luminoso', 'íntimo']
}
