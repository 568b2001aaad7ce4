import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const fi: Phrases = {
  notice: 'Tämä on hiekkalaatikon vastaus; sitä ei ole kirjoittanut mikään malli.',
  attached: 'Kysymyksen mukana tuli: {{files}}.',
  openings: [
    '## {{topic}}',
    'Kysyt: ”{{topic}}” Lyhyesti: se riippuu siitä, mitä haluat saavuttaa, ja sen ratkaisee muutama seikka.',
    '## {{topic}}\n\nTämä kysymys helpottuu heti, kun sen jakaa osiin.'
  ],
  paragraphs: [
    'Aloita tästä: **{{word}}**. Ennen kuin muutat mitään, kirjoita ylös, mitä asiasta tiedetään ja mitä vain oletetaan. Kun listat ovat vierekkäin, puolet työstä on yleensä jo tehty.',
    'Helposti aliarvioitu kohta on **{{word}}**. Se näyttää aluksi pieneltä, mutta jokainen myöhempi vaihe nojaa siihen, joten se kannattaa selvittää ajoissa esimerkillä, jonka voi tarkistaa käsin.',
    'Hyvä testi on selittää aihe **{{word}}** jollekulle, joka ei ole koskaan kuullut siitä. Missä selitys venyy, ajatus on vielä raaka; missä se pysyy lyhyenä, sen varaan voi rakentaa.',
    'Tästä lähtee kaksi tietä. Nopea ottaa sen, mikä toimii muualla, ja sovittaa sen aiheeseen **{{word}}**. Perusteellinen alkaa tarkoituksesta ja kysyy joka vaiheessa, mitä voisi jättää pois.',
    'Pidä ensimmäinen yritys pienenä. Yksi päivä aiheen **{{word}}** parissa, yksi selvä tulos ja muistiinpano siitä, mikä meni vikaan, opettavat enemmän kuin pitkä suunnitelma ja maksavat vähän, jos suunta osoittautuu vääräksi.',
    'Lopulta **{{word}}** on painotuskysymys. Se, minkä on oltava oikein ensimmäisestä päivästä lähtien, ansaitsee huolellisuutta nyt; sille, minkä voi myöhemmin vaivatta muuttaa, riittää järkevä arvio.'
  ],
  points: {
    intro: 'Mitä kannattaa katsoa, tässä järjestyksessä:',
    items: [
      '**{{word}}**: mihin sitä tarvitaan, ja kuka sitä kaipaisi?',
      '**{{word}}**: mitä tapahtuu, kun se menee vikaan?',
      '**{{word}}**: mistä huomaisit, että se toimii?'
    ]
  },
  table: {
    intro: 'Molemmat tiet rinnakkain:',
    head: ['Näkökulma', 'Nopea', 'Perusteellinen'],
    cells: [
      ['tunti', 'muutama päivä'],
      ['yksi esimerkki', 'monta tapausta'],
      ['helppo perua', 'tehty kestämään']
    ]
  },
  code: 'Pieni luonnos alkuun:',
  closings: [
    'Kerro, mikä osa on sinulle tärkein, niin seuraava askel voi olla tarkempi.',
    'Yhdellä konkreettisella esimerkillä loppu selviää nopeasti.',
    'Jos on valittava, valitse tie, jolta voi vielä huomenna poiketa.'
  ],
  thoughts: [
    'Kysymys on: ”{{topic}}” ',
    'Ensin järjestän, mitä on annettu, mitä kysytään ja mitä puuttuu. ',
    'Eniten näyttää painavan **{{word}}**. ',
    'Eniten auttanee yleiskuva, jossa on yksi konkreettinen osa.'
  ],
  unnamed: 'itse kysymys'
}
