import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const en: Phrases = {
  notice: 'This is a sandbox answer; no model wrote it.',
  attached: 'With your question came {{files}}.',
  openings: [
    '## {{topic}}',
    'You ask: “{{topic}}” The short version: it depends on what you want to reach, and a few things decide it.',
    '## {{topic}}\n\nThis question becomes easier once it is taken apart.'
  ],
  paragraphs: [
    'Start with **{{word}}**. Before you change anything, write down what is known about it and what is only assumed. Half of the work is usually done once those two lists stand side by side.',
    'The part that is easily underestimated is **{{word}}**. It looks small at first, yet every later step leans on it, so it pays to settle it early, with an example that can be checked by hand.',
    'A good test is to explain **{{word}}** to somebody who has never met it. Where the explanation grows long, the idea is still rough; where it stays short, you can build on it.',
    'There are two ways from here. The quick one takes what works elsewhere and fits it to **{{word}}**. The thorough one begins with the purpose and asks, at each step, what could be left out.',
    'Keep the first attempt small. One day with **{{word}}**, one clear result and one note on what went wrong teach more than a long plan, and cost little if the direction turns out to be mistaken.',
    'In the end **{{word}}** is a matter of weight. What has to be right from the first day deserves care now; what can be changed later without pain deserves no more than a decent guess.'
  ],
  points: {
    intro: 'What to look at, in this order:',
    items: [
      '**{{word}}**: what is it for, and who would miss it?',
      '**{{word}}**: what happens when it goes wrong?',
      '**{{word}}**: how would you notice that it works?'
    ]
  },
  table: {
    intro: 'Both ways side by side:',
    head: ['Aspect', 'Quick', 'Thorough'],
    cells: [
      ['an hour', 'a few days'],
      ['one example', 'many cases'],
      ['easy to undo', 'made to last']
    ]
  },
  code: 'A small sketch to start from:',
  closings: [
    'Say which part matters most to you, and the next step can be more exact.',
    'With one concrete example from your side, the rest follows quickly.',
    'If you have to choose, choose the way you can still leave tomorrow.'
  ],
  thoughts: [
    'The question is: “{{topic}}” ',
    'First I sort out what is given, what is asked and what is missing. ',
    'Then **{{word}}** seems to carry most of the weight. ',
    'An overview with one concrete piece should help most.'
  ],
  unnamed: 'the question'
}
