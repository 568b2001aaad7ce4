import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const sv: Verses = {
  unnamed: 'i morgon',
  titles: ['Färgen på {{word}}', '{{word}} vid fönstret', 'Närmare {{word}}', 'Ett ljus som heter {{word}}'],
  verses: [
    'Kaffet puttrar, gatan är tyst\nEtt ord som väntat, länge och visst\nDet smyger sakta genom min dörr\n”{{word}}”, det säger, precis som förr',
    'Jag lät en lampa lysa i natt\nPå väggen stod ”{{word}}”, lite matt\nOch regnet som ingenstans hade att gå\nDet stannade hos mig ändå',
    'Vi ritade kartor på gammalt papper\nMed sneda gator och branta trappor\nOch varje väg som vi försökt\nHar ”{{word}}” i fjärran sökt',
    'Tåget går ut och himlen rullar in\nJag känner vinden mot min kind\nOch bortom allra sista perrong\nBörjar ”{{word}}” en ny sång'
  ],
  choruses: [
    'Åh {{word}}, håll morgonen klar\nJag når dig snart, vad som än var\nOch faller hela himlen ner\nSå hör jag dig ändå allt mer',
    'Sjung det högre, sjung det lågt\n”{{word}}”, i allt jag har förmått\nVarje fönster, varje ton\n”{{word}}”, på andra sidan bron',
    'Och vi springer, vi springer tills natten är slut\nMot ”{{word}}”, där solen går ut\nVi är så små och världen så vid\nMen här hos mig har du all tid'
  ],
  bridges: [
    'Och måste sången ta ett slut\nSå låt den gå som en vän går ut\nMed handen kvar på dörrens trä\nOch skäl att stanna, värme och lä',
    'Räkna stjärnor, tappa bort dig\nVäck en stad som sover hos mig\nIngenting förblir som nu\nMen namnet jag minns är du'
  ],
  endings: ['{{word}}, {{word}}\nLåt ljuset vara tänt', 'Stilla nu\n{{word}}'],
  tags: ['varm', 'hoppfull', 'melodisk', 'ljus', 'nära']
}
