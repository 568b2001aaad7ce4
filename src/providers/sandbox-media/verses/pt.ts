import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const pt: Verses = {
  unnamed: 'amanhã',
  titles: ['A cor de “{{word}}”', '{{word}} na janela', 'Mais perto: {{word}}', 'Uma luz chamada {{word}}'],
  verses: [
    'O café ferve, a rua cala\nTem uma voz aqui na sala\nEntra de leve pelo portão\n“{{word}}”, repete o coração',
    'Deixei a luz do corredor\nE “{{word}}” escrito com amor\nA chuva não tinha aonde ir\nFicou comigo até dormir',
    'Fizemos mapas no papel\nRiscando estradas pelo céu\nE em cada curva do caminho\n“{{word}}” brilhava de mansinho',
    'O trem se vai, o céu se abre\nO vento sabe o que ninguém sabe\nDepois da última estação\n“{{word}}” me espera no portão'
  ],
  choruses: [
    'Ó {{word}}, segura a manhã\nQue eu chego antes do amanhã\nE se o céu inteiro cair\nA tua voz eu vou ouvir',
    'Canta bem alto, canta baixinho\n“{{word}}” por todo o caminho\nCada janela, cada canção\n“{{word}}” na palma da mão',
    'E a gente corre até o sol nascer\nAtrás de “{{word}}”, sem se perder\nSomos pequenos, o mundo é sem fim\nMas tem lugar bem perto de mim'
  ],
  bridges: [
    'E se a canção tem que acabar\nQue seja bom de recordar\nCom uma mão ainda na porta\nE a voz de quem sempre volta',
    'Conta as estrelas, perde a conta\nAcorda a cidade que desponta\nNada fica como já foi\nMas o teu nome fica depois'
  ],
  endings: ['{{word}}, {{word}}\nDeixa a luz acesa', 'Bem de leve\n{{word}}'],
  tags: ['caloroso', 'esperançoso', 'melódico', 'luminoso', 'íntimo']
}
