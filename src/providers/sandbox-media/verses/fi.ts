import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const fi: Verses = {
  unnamed: 'huominen',
  titles: ['{{word}} ja sen väri', '{{word}} ikkunassa', 'Lähempänä: {{word}}', 'Valo nimeltä {{word}}'],
  verses: [
    'Pannu porisee, katu on hiljaa\nSana palaa kuin aamun viljaa\nSe ovesta hiipii, tuttu on tie\n”{{word}}”, se sanoo ja mukanaan vie',
    'Jätin käytävään lampun palamaan\n”{{word}}” jäi seinälle loistamaan\nSade ei tiennyt, minne se käy\nSe lauloi mulle, kun muita ei näy',
    'Piirsimme kartan paperiin\nTiet pienet suoriin ja mutkaisiin\nJa jokaisen polun päässä taas\n”{{word}}” jo loisti ja odottaa',
    'Juna lähtee, taivas aukeaa\nTuuli kasvoja koskettaa\nViimeisen aseman takana on\n”{{word}}”, ja matka on loputon'
  ],
  choruses: [
    'Oi {{word}}, pysäytä aamu tää\nVielä on mäkeä jäljellä\nVaikka taivas putoaisi pois\nÄäntäsi kuulla aina vois',
    'Laula se lujaa, laula se hiljaa\n”{{word}}”, ja tuuli käy yli viljaa\nJoka ikkuna, jokainen sävel\n”{{word}}” on askel, jonka kävelen',
    'Ja me juostaan, juostaan, kun yö on jo pois\n”{{word}}” edessä päivää sarastaa vois\nMe ollaan pieniä, maailma suuri\nVaan vierelläni paikkasi on juuri'
  ],
  bridges: [
    'Ja jos laulun on loputtava\nOlkoon se kuin ystävä rakas, vanha\nKäsi on ovella, lähteä voi\nVaan syy jäädä vielä korvissa soi',
    'Laske tähdet, sekoa luvuissa\nHerätä kaupunki unissa\nMikään ei pysy, se muuttuu vaan\nMut nimesi muistan ainiaan'
  ],
  endings: ['{{word}}, {{word}}\nJätä valo palamaan', 'Hiljaa nyt\n{{word}}'],
  tags: ['lämmin', 'toiveikas', 'melodinen', 'valoisa', 'läheinen']
}
