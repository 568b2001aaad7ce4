import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const es: Phrases = {
  notice: 'Esta es una respuesta del sandbox; no la escribió ningún modelo.',
  attached: 'Con tu pregunta llegó: {{files}}.',
  openings: [
    '## {{topic}}',
    'Preguntas: «{{topic}}» En pocas palabras: depende de lo que quieras lograr, y unas cuantas cosas lo deciden.',
    '## {{topic}}\n\nEsta pregunta se vuelve más fácil en cuanto se divide en partes.'
  ],
  paragraphs: [
    'Empieza por **{{word}}**. Antes de cambiar nada, anota lo que se sabe al respecto y lo que solo se supone. Cuando las dos listas están una junto a la otra, la mitad del trabajo suele estar hecha.',
    'Lo que se subestima con facilidad es **{{word}}**. Al principio parece poca cosa, pero cada paso posterior se apoya en ello, así que conviene resolverlo pronto, con un ejemplo que se pueda comprobar a mano.',
    'Una buena prueba es explicar **{{word}}** a alguien que nunca haya oído hablar del tema. Donde la explicación se alarga, la idea todavía está verde; donde se queda corta, puedes construir sobre ella.',
    'A partir de aquí hay dos caminos. El rápido toma lo que funciona en otros casos y lo adapta a **{{word}}**. El minucioso parte de la finalidad y se pregunta, en cada paso, qué se podría dejar fuera.',
    'Que el primer intento sea pequeño. Un día con **{{word}}**, un resultado claro y una nota sobre lo que salió mal enseñan más que un plan largo, y cuestan poco si la dirección resulta equivocada.',
    'Al final, **{{word}}** es cuestión de prioridades. Lo que tiene que estar bien desde el primer día merece cuidado ahora; lo que se puede cambiar después sin esfuerzo solo merece una estimación razonable.'
  ],
  points: {
    intro: 'En qué fijarse, por este orden:',
    items: [
      '**{{word}}**: ¿para qué sirve y quién lo echaría en falta?',
      '**{{word}}**: ¿qué pasa cuando sale mal?',
      '**{{word}}**: ¿cómo notarías que funciona?'
    ]
  },
  table: {
    intro: 'Los dos caminos, frente a frente:',
    head: ['Aspecto', 'Rápido', 'Minucioso'],
    cells: [
      ['una hora', 'unos días'],
      ['un ejemplo', 'muchos casos'],
      ['fácil de deshacer', 'hecho para durar']
    ]
  },
  code: 'Un pequeño esbozo para empezar:',
  closings: [
    'Dime qué parte te importa más y el siguiente paso podrá ser más preciso.',
    'Con un ejemplo concreto de tu parte, lo demás se aclara enseguida.',
    'Si tienes que elegir, elige el camino que mañana todavía puedas dejar.'
  ],
  thoughts: [
    'La pregunta es: «{{topic}}» ',
    'Primero ordeno lo que se da, lo que se pregunta y lo que falta. ',
    'Lo que más pesa parece ser **{{word}}**. ',
    'Lo más útil será una visión general con una parte concreta.'
  ],
  unnamed: 'la pregunta'
}
