import type { Phrases } from '#providers/sandbox-phrases/phrases-type.ts'

export const fr: Phrases = {
  notice: 'Cette réponse vient du bac à sable ; aucun modèle ne l’a écrite.',
  attached: 'Avec votre question est arrivé : {{files}}.',
  openings: [
    '## {{topic}}',
    'Vous demandez : « {{topic}} » En bref : cela dépend de ce que vous voulez atteindre, et peu de choses en décident.',
    '## {{topic}}\n\nCette question devient plus simple dès qu’on la découpe.'
  ],
  paragraphs: [
    'Commencez par **{{word}}**. Avant de changer quoi que ce soit, notez ce que l’on en sait et ce que l’on suppose seulement. Une fois les deux listes côte à côte, la moitié du travail est souvent faite.',
    'Ce que l’on sous-estime facilement, c’est **{{word}}**. Cela paraît peu de chose au début, mais chaque étape suivante s’y appuie : mieux vaut régler ce point tôt, avec un exemple vérifiable à la main.',
    'Un bon test : expliquer **{{word}}** à quelqu’un qui n’en a jamais entendu parler. Là où l’explication s’allonge, l’idée est encore brute ; là où elle reste courte, vous pouvez bâtir dessus.',
    'Deux chemins partent d’ici. Le rapide reprend ce qui marche ailleurs et l’adapte à **{{word}}**. Le rigoureux part du but et se demande, à chaque étape, ce que l’on pourrait laisser de côté.',
    'Gardez le premier essai modeste. Une journée avec **{{word}}**, un résultat clair et une note sur ce qui n’a pas marché apprennent plus qu’un long plan, et coûtent peu si la direction n’est pas la bonne.',
    'Au fond, **{{word}}** est une question de priorités. Ce qui doit être juste dès le premier jour mérite du soin maintenant ; ce qui se change plus tard sans peine ne mérite qu’une estimation raisonnable.'
  ],
  points: {
    intro: 'Ce qu’il faut regarder, dans cet ordre :',
    items: [
      '**{{word}}** : à quoi cela sert-il, et à qui cela manquerait-il ?',
      '**{{word}}** : que se passe-t-il en cas d’échec ?',
      '**{{word}}** : à quoi verriez-vous que cela fonctionne ?'
    ]
  },
  table: {
    intro: 'Les deux chemins côte à côte :',
    head: ['Aspect', 'Rapide', 'Rigoureux'],
    cells: [
      ['une heure', 'quelques jours'],
      ['un exemple', 'de nombreux cas'],
      ['facile à défaire', 'fait pour durer']
    ]
  },
  code: 'Une petite ébauche pour commencer :',
  closings: [
    'Dites quelle partie compte le plus pour vous, et l’étape suivante pourra être plus précise.',
    'Avec un exemple concret de votre part, le reste viendra vite.',
    'S’il faut choisir, prenez le chemin que vous pourrez encore quitter demain.'
  ],
  thoughts: [
    'La question est : « {{topic}} » ',
    'D’abord, je trie ce qui est donné, ce qui est demandé et ce qui manque. ',
    'L’essentiel semble tenir à **{{word}}**. ',
    'Une vue d’ensemble avec un morceau concret devrait aider le plus.'
  ],
  unnamed: 'la question'
}
