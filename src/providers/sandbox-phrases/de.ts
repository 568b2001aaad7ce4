import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const de: Phrases = {
  notice: 'Dies ist eine Sandbox-Antwort; kein Modell hat sie geschrieben.',
  attached: 'Mit Ihrer Frage kam: {{files}}.',
  openings: [
    '## {{topic}}',
    'Sie fragen: „{{topic}}“ Kurz gesagt: Es hängt davon ab, was Sie erreichen wollen, und wenige Dinge entscheiden darüber.',
    '## {{topic}}\n\nDiese Frage wird leichter, sobald man sie in Teile zerlegt.'
  ],
  paragraphs: [
    'Am besten beginnt man mit **{{word}}**. Schreiben Sie auf, was darüber feststeht und was nur vermutet wird, bevor Sie etwas ändern. Stehen beide Listen nebeneinander, ist meist schon die halbe Arbeit getan.',
    'Leicht unterschätzt wird **{{word}}**. Es wirkt zunächst nebensächlich, doch jeder spätere Schritt stützt sich darauf. Deshalb lohnt es sich, diesen Punkt früh zu klären, mit einem Beispiel, das sich von Hand nachprüfen lässt.',
    'Eine gute Probe: Erklären Sie **{{word}}** jemandem, der noch nie davon gehört hat. Wo die Erklärung lang wird, ist der Gedanke noch roh; wo sie kurz bleibt, können Sie darauf bauen.',
    'Von hier führen zwei Wege weiter. Der schnelle übernimmt, was sich anderswo bewährt hat, und passt es an **{{word}}** an. Der gründliche geht vom Zweck aus und fragt bei jedem Schritt, was wegfallen könnte.',
    'Halten Sie den ersten Versuch klein. Ein Tag mit **{{word}}**, ein klares Ergebnis und eine Notiz, was schiefging, lehren mehr als ein langer Plan und kosten wenig, falls die Richtung nicht stimmt.',
    'Am Ende ist **{{word}}** eine Frage der Gewichtung. Was vom ersten Tag an stimmen muss, verdient jetzt Sorgfalt; was sich später mühelos ändern lässt, verdient nur eine vernünftige Schätzung.'
  ],
  points: {
    intro: 'Darauf kommt es an, in dieser Reihenfolge:',
    items: [
      '**{{word}}**: Wozu dient es, und wem würde es fehlen?',
      '**{{word}}**: Was geschieht, wenn es schiefgeht?',
      '**{{word}}**: Woran würden Sie merken, dass es klappt?'
    ]
  },
  table: {
    intro: 'Beide Wege im Vergleich:',
    head: ['Gesichtspunkt', 'Schnell', 'Gründlich'],
    cells: [
      ['eine Stunde', 'einige Tage'],
      ['ein Beispiel', 'viele Fälle'],
      ['leicht umkehrbar', 'auf Dauer gebaut']
    ]
  },
  code: 'Eine kleine Skizze für den Anfang:',
  closings: [
    'Sagen Sie, welcher Teil Ihnen am wichtigsten ist, dann kann der nächste Schritt genauer werden.',
    'Mit einem konkreten Beispiel von Ihrer Seite ergibt sich der Rest schnell.',
    'Im Zweifel nehmen Sie den Weg, den Sie morgen noch verlassen können.'
  ],
  thoughts: [
    'Die Frage lautet: „{{topic}}“ ',
    'Zuerst ordne ich, was gegeben ist, was gefragt wird und was fehlt. ',
    'Das meiste Gewicht scheint auf **{{word}}** zu liegen. ',
    'Ein Überblick mit einem konkreten Stück hilft wohl am meisten.'
  ],
  unnamed: 'die Frage'
}
