import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const it: Verses = {
  unnamed: 'domani',
  titles: ['Il colore di «{{word}}»', '{{word}} alla finestra', 'Più vicino: {{word}}', 'Una luce di nome {{word}}'],
  verses: [
    'Bolle il caffè, la strada tace\nC’è una parola che mi piace\nEntra in silenzio dalla porta\n«{{word}}», e il resto non importa',
    'Ho acceso un lume lungo le scale\n«{{word}}» sul muro, come un segnale\nLa pioggia non sapeva dove andare\nÈ rimasta con me a cantare',
    'Disegnavamo mappe di carta\nPer chi non sa da dove si parta\nE a ogni svolta della via\n«{{word}}» brillava, ed era già mia',
    'Il treno parte, il cielo viene\nSento il vento nelle vene\nOltre l’ultima stazione\n«{{word}}», la mia direzione'
  ],
  choruses: [
    'Oh {{word}}, ferma il mattino\nSono a metà del mio cammino\nE se il cielo cadrà giù\nSentirò che ci sei tu',
    'Cantalo forte, cantalo piano\n«{{word}}», vicino e lontano\nOgni finestra, ogni canzone\n«{{word}}», la stessa emozione',
    'E corriamo finché la notte va via\nDietro a «{{word}}», in compagnia\nSiamo piccoli, il mondo è immenso\nMa accanto a te tutto ha un senso'
  ],
  bridges: [
    'E se la musica finirà\nCome un amico ci saluterà\nUna mano sulla maniglia\nE una luce che ci somiglia',
    'Conta le stelle, perdi il conto\nSveglia la città dopo il tramonto\nNiente rimane com’era ieri\nMa il tuo nome è nei miei pensieri'
  ],
  endings: ['{{word}}, {{word}}\nLascia la luce accesa', 'Piano, adesso\n{{word}}'],
  tags: ['caldo', 'fiducioso', 'melodico', 'luminoso', 'intimo']
}
