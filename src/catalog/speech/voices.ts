/**
 * Voices by model. Source: the schemas of fal's endpoints in `@fal-ai/client` 1.10.1, the pages of
 * MiniMax Speech, and the types of chat completions in `openai` 7.59.0, November 2026.
 */
export const VOICES = {
  minimax: ['Wise_Woman', 'Friendly_Person', 'Inspirational_girl'],
  eleven: ['Rachel', 'Aria', 'Roger', 'Sarah', 'Charlie', 'George', 'Charlotte', 'Daniel', 'Lily'],
  // oxfmt-ignore
  openai: ['marin', 'cedar', 'alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'],
  kokoro: ['af_heart', 'af_bella', 'af_nicole', 'am_adam', 'am_michael', 'am_onyx']
} as const

/**
 * The languages that people choose from, with the names that MiniMax has for them. For any other
 * language, the vendor goes by the text.
 */
export const SPEECH_LANGUAGES = {
  ar: 'Arabic',
  de: 'German',
  el: 'Greek',
  en: 'English',
  es: 'Spanish',
  fi: 'Finnish',
  fr: 'French',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  sv: 'Swedish',
  tr: 'Turkish',
  uk: 'Ukrainian',
  zh: 'Chinese'
} as const
