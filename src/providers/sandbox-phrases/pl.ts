import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const pl: Phrases = {
  notice: 'To odpowiedź sandboxu; nie napisał jej żaden model.',
  attached: 'Do pytania dołączono: {{files}}.',
  openings: [
    '## {{topic}}',
    'Pytasz: „{{topic}}” W skrócie: to zależy od tego, co chcesz osiągnąć, a decyduje o tym zaledwie kilka rzeczy.',
    '## {{topic}}\n\nTo pytanie staje się prostsze, gdy rozłożyć je na części.'
  ],
  paragraphs: [
    'Zacznij od tego: **{{word}}**. Zanim coś zmienisz, zapisz, co wiadomo na pewno, a co jest tylko założeniem. Gdy obie listy leżą obok siebie, połowa pracy jest zwykle za tobą.',
    'Łatwo nie docenić jednego: **{{word}}**. Na początku wydaje się to drobiazgiem, ale opiera się na nim każdy kolejny krok, więc warto rozstrzygnąć to wcześnie, na przykładzie, który da się sprawdzić ręcznie.',
    'Dobry sprawdzian: wyjaśnij temat „**{{word}}**” komuś, kto nigdy o nim nie słyszał. Tam, gdzie wyjaśnienie się wydłuża, myśl jest jeszcze surowa; tam, gdzie zostaje krótkie, można na niej budować.',
    'Stąd prowadzą dwie drogi. Szybka bierze to, co sprawdziło się gdzie indziej, i dopasowuje do tematu „**{{word}}**”. Dokładna wychodzi od celu i na każdym kroku pyta, co można pominąć.',
    'Niech pierwsza próba będzie mała. Jeden dzień na temat „**{{word}}**”, jeden wyraźny wynik i notatka o tym, co się nie udało, uczą więcej niż długi plan, a kosztują niewiele, jeśli kierunek okaże się zły.',
    'Ostatecznie **{{word}}** to kwestia priorytetów. To, co musi się zgadzać od pierwszego dnia, zasługuje na staranność teraz; temu, co później łatwo zmienić, wystarczy rozsądne oszacowanie.'
  ],
  points: {
    intro: 'Na co zwrócić uwagę, w tej kolejności:',
    items: [
      '**{{word}}**: do czego służy i komu by tego brakowało?',
      '**{{word}}**: co się stanie, gdy pójdzie nie tak?',
      '**{{word}}**: po czym poznać, że działa?'
    ]
  },
  table: {
    intro: 'Obie drogi obok siebie:',
    head: ['Kryterium', 'Szybka', 'Dokładna'],
    cells: [
      ['godzina', 'kilka dni'],
      ['jeden przykład', 'wiele przypadków'],
      ['łatwa do cofnięcia', 'zrobiona na lata']
    ]
  },
  code: 'Mały szkic na początek:',
  closings: [
    'Napisz, która część jest dla ciebie najważniejsza, a następny krok będzie dokładniejszy.',
    'Wystarczy jeden konkretny przykład z twojej strony, a reszta szybko się wyjaśni.',
    'Jeśli trzeba wybrać, wybierz drogę, z której jutro nadal można zejść.'
  ],
  thoughts: [
    'Pytanie brzmi: „{{topic}}” ',
    'Najpierw porządkuję, co jest dane, o co chodzi i czego brakuje. ',
    'Najwięcej zależy chyba od tego: **{{word}}**. ',
    'Najbardziej pomoże przegląd z jednym konkretnym fragmentem.'
  ],
  unnamed: 'samo pytanie'
}
