import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const pt: Phrases = {
  notice: 'Esta é uma resposta do sandbox; nenhum modelo a escreveu.',
  attached: 'Com a sua pergunta veio: {{files}}.',
  openings: [
    '## {{topic}}',
    'Você pergunta: “{{topic}}” Em poucas palavras: depende do que você quer alcançar, e poucas coisas decidem isso.',
    '## {{topic}}\n\nEsta pergunta fica mais fácil quando é dividida em partes.'
  ],
  paragraphs: [
    'Comece por **{{word}}**. Antes de mudar qualquer coisa, anote o que se sabe a respeito e o que é só suposição. Com as duas listas lado a lado, metade do trabalho costuma estar feita.',
    'O ponto mais fácil de subestimar é **{{word}}**. No começo parece pouca coisa, mas cada passo seguinte se apoia nele, por isso vale a pena resolvê-lo cedo, com um exemplo que dê para conferir à mão.',
    'Um bom teste é explicar **{{word}}** a alguém que nunca ouviu falar do assunto. Onde a explicação se alonga, a ideia ainda está crua; onde ela fica curta, dá para construir em cima.',
    'Daqui saem dois caminhos. O rápido aproveita o que já funciona em outros lugares e adapta a **{{word}}**. O cuidadoso parte da finalidade e pergunta, a cada passo, o que poderia ficar de fora.',
    'Faça uma primeira tentativa pequena. Um dia com **{{word}}**, um resultado claro e uma anotação do que deu errado ensinam mais do que um plano longo e custam pouco se a direção não for a certa.',
    'No fim das contas, **{{word}}** é uma questão de prioridades. O que precisa estar certo desde o primeiro dia merece cuidado agora; o que pode mudar depois sem esforço merece só uma boa estimativa.'
  ],
  points: {
    intro: 'O que observar, nesta ordem:',
    items: [
      '**{{word}}**: para que serve e quem sentiria falta?',
      '**{{word}}**: o que acontece quando dá errado?',
      '**{{word}}**: como você perceberia que funciona?'
    ]
  },
  table: {
    intro: 'Os dois caminhos lado a lado:',
    head: ['Aspecto', 'Rápido', 'Cuidadoso'],
    cells: [
      ['uma hora', 'alguns dias'],
      ['um exemplo', 'muitos casos'],
      ['fácil de desfazer', 'feito para durar']
    ]
  },
  code: 'Um pequeno esboço para começar:',
  closings: [
    'Diga qual parte é a mais importante para você, e o próximo passo poderá ser mais preciso.',
    'Com um exemplo concreto da sua parte, o resto se resolve logo.',
    'Se for preciso escolher, escolha o caminho que ainda possa ser deixado amanhã.'
  ],
  thoughts: [
    'A pergunta é: “{{topic}}” ',
    'Primeiro separo o que foi dado, o que se pergunta e o que falta. ',
    'O que mais pesa parece ser **{{word}}**. ',
    'Uma visão geral com uma parte concreta deve ajudar mais.'
  ],
  unnamed: 'a pergunta'
}
