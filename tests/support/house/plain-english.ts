import type { Language } from './locales.ts'

/** Words that no native writer of a product uses, and the advice for each. */
const STIFF: readonly (readonly [RegExp, advice: string])[] = [
  [/\bwhoever\b/i, 'anyone who'],
  [/\banew\b/i, 'again, or a new one'],
  [/\bof (yours|ours|theirs)\b/i, 'your, our, their'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\b(am|is|are|be) told\b/i, 'the one who tells: “we’ll tell you”'],
  [/\bso many\b/i, 'the number itself, or a question'],
  [/\bso that\b/i, 'two sentences, or “to”'],
  [/\b(stands?|stood) (here|there|at|behind|below|above|beside|on|under|in(?! for))\b/i, 'is'],
  [/\bno more(?=[.,;:]|$)/i, 'no longer, or not'],
  [/\b(before|to) its end\b/i, 'early, or completely'],
  [/\bin the making\b/i, 'generating, or running'],
  [/\b(lapses?|lapsed)\b/i, 'expires'],
  [/\bway of payment\b/i, 'payment method'],
  [/\b(e-)?mails?\b/i, 'email'],
  [/\bfilm(s|ed|ing)?\b/i, 'video'],
  [/\bpictures?\b/i, 'image'],
  [/\brecordings?\b/i, 'audio'],
  [/\b(coming in|ways? in)(?=[.,;:]|$)/i, 'sign in'],
  [/\bhand(s|ed|ing)? (it |them )?over\b/i, 'sending'],
  [/\bwait(s|ing)? for (its|their|your) turn\b/i, 'in queue'],
  [/\b(is|are|being) made\b/i, 'generating, or generated'],
  [/\bsold(?! by)\b/i, 'on sale'],
  [/^four others$/i, 'regenerate'],
  [/\b(does|do|did|will) not end\b|\bnever ends?\b/i, 'never expires, or unlimited'],
  [/\bfund(s|ed|ing)?\b/i, 'credits, or top up'],
  [/!/, 'a full stop'],
  [/\b(favorite|color|gray|center|behavior|anymore)/i, 'the British spelling'],
  [/\b(analy|customi|optimi|organi|recogni|styli|summari)z/i, 'the British spelling']
]

/**
 * A clause without a question mark that begins as a question. Short labels such as "What to do" are
 * no sentences and pass.
 */
const NOUN_CLAUSE = /^(What|Who) (is|are|was|were|should)\b|^(What|Who|Whose) .*\.$/

/** Keys whose text may use these words, each with its reason. */
const MEANT: readonly RegExp[] = [
  // Words with which people search for a tool.
  /\.also$/,
  // Examples of texts by users, and names of styles, in which "film" is a material.
  /\.example\.|\.option\.(elements|preset)\./
]

/**
 * Finds English texts that read like a translation. Code is ignored.
 * @returns the key, the words, and what to write instead
 */
export function stiffEnglish(english: Language): string[] {
  return Object.values(english)
    .flatMap(group => Object.entries(group))
    .filter(([key]) => !MEANT.some(meant => meant.test(key)))
    .flatMap(([key, text]) => {
      const words = text.replace(/`[^`]*`|\{\{\w+\}\}/g, '#')
      return [
        ...STIFF.flatMap(([pattern, advice]) => {
          const found = pattern.exec(words)?.[0]
          return found === undefined ? [] : [`${key}: “${found}”, write ${advice}`]
        }),
        ...nounClauses(words).map(clause => `${key}: “${clause}”, write a sentence with a subject`)
      ]
    })
}

function nounClauses(text: string): string[] {
  const sentences = text.match(/[^.?!:;]+[.?!:;]*/g) ?? []
  return sentences
    .map(sentence => sentence.trim())
    .filter(sentence => NOUN_CLAUSE.test(sentence) && !sentence.endsWith('?'))
}
