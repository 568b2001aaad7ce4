import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const de: Verses = {
  unnamed: 'Morgen',
  titles: ['Ein Licht namens {{word}}', '{{word}} am Fenster', 'Bis {{word}} und zurück', 'Nur ein Wort: {{word}}'],
  verses: [
    'Der Kaffee dampft, die Straße schweigt\nEin Wort, das mir den Morgen zeigt\nEs kommt ganz leise durch die Tür\n„{{word}}“, sagt es, „ich bleib bei dir“',
    'Im Flur brennt noch ein kleines Licht\nIch suche dich und find dich nicht\nAn meiner Wand steht groß und klar\n„{{word}}“, als ob es gestern war',
    'Wir malten Karten auf Papier\nDer Weg war weit, das Ziel war hier\nUnd jede Straße, die wir gehn\nLässt {{word}} in der Ferne stehn',
    'Der Zug fährt aus, der Himmel ein\nIch will heut nirgends anders sein\nUnd hinterm letzten Bahnhof dann\nFängt {{word}} ganz von vorne an'
  ],
  choruses: [
    'Oh {{word}}, halt den Morgen an\nWeil ich noch nicht gehen kann\nFällt der Himmel auf uns zwei\nBleibt ein Lied für uns dabei',
    'Sing es lauter, sing es sacht\n{{word}}, mitten in der Nacht\nJedes Fenster, jeder Klang\n{{word}}, meinen Weg entlang',
    'Und wir laufen, bis die Nacht verglüht\nImmer weiter mit demselben Lied\nWir sind klein, die Welt ist weit\nDoch für {{word}} haben wir Zeit'
  ],
  bridges: [
    'Und wenn das Lied zu Ende geht\nDann so, dass keiner früher geht\nMit einer Hand schon an der Tür\nUnd einem Grund, zu bleiben hier',
    'Zähl die Sterne, verlier die Zahl\nWeck die Stadt ein letztes Mal\nNichts bleibt lange, wie es ist\nGut, dass du noch bei mir bist'
  ],
  endings: ['{{word}}, {{word}}\nLass das Licht noch an', 'Ganz leise nun\n{{word}}'],
  tags: ['warm', 'hoffnungsvoll', 'melodisch', 'hell', 'nah']
}
