import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const pl: Verses = {
  unnamed: 'jutro',
  titles: ['Kolor słowa {{word}}', '{{word}} przy oknie', 'Coraz bliżej: {{word}}', 'Światło o imieniu {{word}}'],
  verses: [
    'Szumi czajnik, ulica śpi\nJedno słowo wraca do drzwi\nWchodzi cicho, zna każdy kąt\n„{{word}}”, powtarza cały dom',
    'W korytarzu świeci się lampa\n„{{word}}” na ścianie, prosta kartka\nDeszcz nie wiedział, dokąd iść\nZostał ze mną, żeby śnić',
    'Rysujemy mapy na kartce\nDrogi proste i otwarte\nI na końcu każdej z dróg\n„{{word}}” jaśnieje jak próg',
    'Pociąg rusza, niebo wraca\nWiatr we włosach gdzieś zawraca\nZa ostatnią stacją gdzieś\n„{{word}}” zaczyna nową pieśń'
  ],
  choruses: [
    '{{word}}, zatrzymaj ten świt\nJeszcze droga każe mi iść\nA gdy spadnie niebo w dół\nUsłyszę twój głos wśród pól',
    'Śpiewaj głośno, śpiewaj w rytm\n„{{word}}” to najlepszy rym\nKażde okno, każdy ton\n„{{word}}”, jak bijący dzwon',
    'I biegniemy, biegniemy, aż skończy się noc\n„{{word}}” nam daje skrzydła i moc\nMy tacy mali, a świat bez dna\nLecz obok ciebie miejsce mam ja'
  ],
  bridges: [
    'A jeśli pieśń ma skończyć się\nNiech skończy się jak dobry sen\nZ dłonią na klamce, tuż przy drzwiach\nZ powodem, by zostać jeszcze raz',
    'Policz gwiazdy, zgub rachunek\nObudź miasto, daj mu kierunek\nNic nie zostaje takie jak dziś\nLecz twoje imię chce ze mną iść'
  ],
  endings: ['{{word}}, {{word}}\nZostaw światło', 'Teraz cicho\n{{word}}'],
  tags: ['ciepły', 'pełen nadziei', 'melodyjny', 'jasny', 'bliski']
}
