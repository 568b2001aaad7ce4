import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const sv: Phrases = {
  notice: 'Det här är ett svar från sandlådan; ingen modell har skrivit det.',
  attached: 'Med frågan kom: {{files}}.',
  openings: [
    '## {{topic}}',
    'Du frågar: ”{{topic}}” Kort sagt: det beror på vad du vill uppnå, och några få saker avgör.',
    '## {{topic}}\n\nDen här frågan blir lättare så snart den delas upp.'
  ],
  paragraphs: [
    'Börja med **{{word}}**. Innan du ändrar något, skriv ned vad som är känt och vad som bara antas. När de två listorna ligger sida vid sida är halva arbetet oftast redan gjort.',
    'Det som lätt underskattas är **{{word}}**. Det ser litet ut i början, men varje senare steg vilar på det, så det lönar sig att reda ut det tidigt, med ett exempel som går att kontrollera för hand.',
    'Ett bra prov är att förklara **{{word}}** för någon som aldrig har hört talas om saken. Där förklaringen blir lång är tanken ännu rå; där den förblir kort går det att bygga vidare.',
    'Härifrån finns två vägar. Den snabba tar det som fungerar på annat håll och anpassar det till **{{word}}**. Den grundliga utgår från syftet och frågar vid varje steg vad som kan utelämnas.',
    'Håll det första försöket litet. En dag med **{{word}}**, ett tydligt resultat och en anteckning om vad som gick fel lär mer än en lång plan, och kostar lite om riktningen visar sig vara fel.',
    'I slutändan är **{{word}}** en fråga om vad som väger tyngst. Det som måste stämma från första dagen förtjänar omsorg nu; det som lätt går att ändra senare klarar sig med en rimlig uppskattning.'
  ],
  points: {
    intro: 'Vad du bör titta på, i den här ordningen:',
    items: [
      '**{{word}}**: vad är det till för, och vem skulle sakna det?',
      '**{{word}}**: vad händer när det går fel?',
      '**{{word}}**: hur skulle du märka att det fungerar?'
    ]
  },
  table: {
    intro: 'De två vägarna sida vid sida:',
    head: ['Aspekt', 'Snabb', 'Grundlig'],
    cells: [
      ['en timme', 'några dagar'],
      ['ett exempel', 'många fall'],
      ['lätt att ångra', 'gjord för att hålla']
    ]
  },
  code: 'En liten skiss att börja från:',
  closings: [
    'Säg vilken del som är viktigast för dig, så kan nästa steg bli mer exakt.',
    'Med ett konkret exempel från dig löser sig resten snabbt.',
    'Om du måste välja, välj den väg som du fortfarande kan lämna i morgon.'
  ],
  thoughts: [
    'Frågan är: ”{{topic}}” ',
    'Först sorterar jag vad som är givet, vad som frågas och vad som saknas. ',
    'Det mesta verkar hänga på **{{word}}**. ',
    'En överblick med en konkret del borde hjälpa mest.'
  ],
  unnamed: 'själva frågan'
}
