import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const en: Verses = {
  unnamed: 'tomorrow',
  titles: ['The Colour of {{word}}', 'Closer to {{word}}', '{{word}} at the Window', 'All the Way to {{word}}', 'A Light Called {{word}}'],
  verses: [
    'The kettle hums, the street is slow\nThere is a word I used to know\nIt comes back softly through the door\n{{word}}, and then one word more',
    'I left a lamp on in the hall\nAnd {{word}} was written on the wall\nThe rain had nowhere else to be\nIt kept a little time with me',
    'We drew a map on paper napkins\nAnd none of it was ever meant to happen\nBut every road we tried to take\nHad {{word}} shining in its wake',
    'The train goes out, the sky comes in\nI feel the weather on my skin\nAnd somewhere past the final station\n{{word}} is my only destination',
    'Old photographs and borrowed shoes\nThe kind of day you never choose\nI turned the radio down low\nAnd heard {{word}} and let it go'
  ],
  choruses: [
    'Oh {{word}}, hold the morning still\nI am halfway up the hill\nIf the whole wide sky should fall\nI will hear you through it all',
    'Sing it louder, sing it slow\n{{word}}, everywhere I go\nEvery window, every tune\n{{word}} underneath the moon',
    'And we run, and we run, till the night is done\nChasing {{word}} to the sun\nWe are small and the world is wide\nBut there is room here at my side'
  ],
  bridges: [
    'And if the music has to end\nLet it end like an old friend\nWith a hand upon the door\nAnd a reason to want more',
    'Count the stars and lose the number\nWake the city from its slumber\nNothing ever stays the same\nBut I still know you by name'
  ],
  endings: ['{{word}}, {{word}}\nLeave the light on', 'Softly now\n{{word}}'],
  tags: ['warm', 'hopeful', 'melodic', 'mid-tempo', 'bright', 'intimate']
}
