import type { Verses } from '#providers/sandbox-media/verses/verses-type.ts'

export const fr: Verses = {
  unnamed: 'demain',
  titles: ['La couleur du mot {{word}}', '{{word}} à la fenêtre', 'Plus près : {{word}}', 'Une lumière nommée {{word}}'],
  verses: [
    'Le café chante, la rue s’endort\nUn mot revient, tout près du bord\nIl passe la porte sans un bruit\n« {{word}} », murmure-t-il, et puis',
    'J’ai laissé la lampe du couloir\nÉcrit « {{word}} » sur le mur noir\nLa pluie n’avait nulle part où aller\nElle est restée me consoler',
    'On dessinait sur du papier\nDes routes où nul n’est passé\nEt chaque fois qu’on se perdait\nAu loin, « {{word}} » étincelait',
    'Le train s’en va, le ciel s’avance\nJe sens le vent et le silence\nAprès la toute dernière gare\n« {{word}} » m’attend, même très tard'
  ],
  choruses: [
    'Oh {{word}}, retiens le matin\nJe suis encore en chemin\nEt si le ciel devait tomber\nJe t’entendrais encore chanter',
    'Chante plus fort, chante tout bas\n« {{word}} » à chacun de mes pas\nChaque fenêtre, chaque saison\n« {{word}} », le cœur de la chanson',
    'Et l’on court, et l’on court jusqu’au bout de la nuit\nDerrière « {{word}} », sans faire de bruit\nOn est petits, le monde est grand\nMais près de moi, tu as le temps'
  ],
  bridges: [
    'Et si la musique doit finir\nQue ce soit comme un souvenir\nUne main posée sur la porte\nUne raison pour que l’on sorte',
    'Compte les étoiles, perds le compte\nRéveille la ville quand l’aube monte\nRien ne reste comme autrefois\nMais ton nom chante encore en moi'
  ],
  endings: ['{{word}}, {{word}}\nLaisse la lumière allumée', 'Tout doucement\n{{word}}'],
  tags: ['chaleureux', 'plein d’espoir', 'mélodique', 'lumineux', 'intime']
}
