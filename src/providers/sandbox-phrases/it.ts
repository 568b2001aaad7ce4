import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const it: Phrases = {
  notice: 'Questa è una risposta della sandbox; non l’ha scritta nessun modello.',
  attached: 'Con la tua domanda è arrivato: {{files}}.',
  openings: [
    '## {{topic}}',
    'Chiedi: «{{topic}}» In breve: dipende da che cosa vuoi ottenere, e a deciderlo sono poche cose.',
    '## {{topic}}\n\nQuesta domanda diventa più facile appena la si divide in parti.'
  ],
  paragraphs: [
    'Comincia da **{{word}}**. Prima di cambiare qualcosa, scrivi che cosa se ne sa e che cosa si suppone soltanto. Con le due liste una accanto all’altra, metà del lavoro di solito è già fatta.',
    'La parte che si sottovaluta facilmente è **{{word}}**. All’inizio sembra poca cosa, ma ogni passo successivo ci si appoggia: conviene chiarirla presto, con un esempio che si possa verificare a mano.',
    'Una buona prova è spiegare **{{word}}** a chi non ne ha mai sentito parlare. Dove la spiegazione si allunga, l’idea è ancora grezza; dove resta breve, ci puoi costruire sopra.',
    'Da qui partono due strade. Quella rapida prende ciò che funziona altrove e lo adatta a **{{word}}**. Quella accurata parte dallo scopo e si chiede, a ogni passo, che cosa si potrebbe lasciare fuori.',
    'Fai un primo tentativo piccolo. Un giorno con **{{word}}**, un risultato chiaro e una nota su ciò che è andato storto insegnano più di un lungo piano, e costano poco se la direzione è sbagliata.',
    'In fondo, **{{word}}** è una questione di priorità. Ciò che deve essere giusto dal primo giorno merita cura adesso; ciò che si può cambiare più avanti senza fatica merita solo una stima ragionevole.'
  ],
  points: {
    intro: 'Che cosa guardare, in quest’ordine:',
    items: [
      '**{{word}}**: a che cosa serve, e a chi mancherebbe?',
      '**{{word}}**: che cosa succede quando va storto?',
      '**{{word}}**: da che cosa capiresti che funziona?'
    ]
  },
  table: {
    intro: 'Le due strade a confronto:',
    head: ['Aspetto', 'Rapida', 'Accurata'],
    cells: [
      ['un’ora', 'qualche giorno'],
      ['un esempio', 'molti casi'],
      ['facile da annullare', 'fatta per durare']
    ]
  },
  code: 'Un piccolo abbozzo da cui partire:',
  closings: [
    'Di’ quale parte conta di più per te, e il prossimo passo potrà essere più preciso.',
    'Con un esempio concreto da parte tua, il resto viene da sé.',
    'Se devi scegliere, scegli la strada che domani puoi ancora lasciare.'
  ],
  thoughts: [
    'La domanda è: «{{topic}}» ',
    'Prima metto in ordine che cosa è dato, che cosa si chiede e che cosa manca. ',
    'Il peso maggiore sembra stare su **{{word}}**. ',
    'Una panoramica con una parte concreta dovrebbe aiutare di più.'
  ],
  unnamed: 'la domanda'
}
