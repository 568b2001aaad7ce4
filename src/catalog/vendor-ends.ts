/**
 * The last day of each vendor model. The shipped catalogue must not call any of them. Sources:
 * OpenAI's deprecations of April and June 2026, DeepSeek's notice of April, xAI's email of May,
 * Google's of June, its page "Gemini deprecations" of October, and the types of `openai` 7.59.0 of
 * November, which repeat OpenAI's page "Deprecations". That page names the day of the shutdown, so
 * the last day is the one before. OpenAI's speech models: the same page, as AssemblyAI's blog of 3
 * November quotes it. Kling's page of updates, as the documents of ComfyUI's partner nodes of July
 * copied it: the end concerns Kling's own API, since fal goes on selling these models.
 */
export const MODEL_END_DATES: Readonly<Record<string, string>> = {
  'o1-mini': '2025-10-27',
  'grok-3': '2026-05-15',
  'grok-3-mini': '2026-05-15',
  'grok-4': '2026-05-15',
  'veo-2.0-generate-001': '2026-06-30',
  'veo-3.0-generate-001': '2026-06-30',
  'veo-3.0-fast-generate-001': '2026-06-30',
  'deepseek-chat': '2026-07-24',
  'deepseek-reasoner': '2026-07-24',
  'deepseek-v4-flash': '2026-09-10',
  'kling-v1': '2026-09-15',
  'kling-v1-5': '2026-09-15',
  'kling-v1-6': '2026-09-15',
  'kling-v2-master': '2026-09-15',
  'kling-v2-1': '2026-09-15',
  'kling-v2-1-master': '2026-09-15',
  'gemini-2.5-flash-image': '2026-10-02',
  'veo-3.1-generate-preview': '2026-10-22',
  'veo-3.1-fast-generate-preview': '2026-10-22',
  'veo-3.1-lite-generate-preview': '2026-10-22',
  'gemini-3.1-flash-image': '2026-10-29',
  'gpt-4': '2026-10-23',
  'gpt-4-turbo': '2026-10-23',
  'gpt-4.1-nano': '2026-10-23',
  'o4-mini': '2026-10-23',
  'gpt-5': '2026-12-10',
  'gpt-5-mini': '2026-12-10',
  'gpt-5-nano': '2026-12-10',
  o3: '2026-12-10',
  'tts-1': '2027-01-05',
  'tts-1-hd': '2027-01-05',
  'gpt-4o-mini-tts': '2027-01-05',
  'gpt-4.1': '2027-01-13',
  'gpt-4.1-mini': '2027-01-13',
  'gpt-4o': '2027-01-13',
  'gpt-4o-mini': '2027-01-13',
  'gpt-audio-mini': '2027-01-19',
  'whisper-1': '2027-02-25',
  'gpt-5.1': '2027-03-31',
  'gpt-5.4-nano': '2027-03-31'
}

const DAY = 86_400_000

/**
 * Notice period in milliseconds: 30 days before a model ends, the catalogue must no longer rely on
 * it.
 */
const NOTICE = 30 * DAY

/**
 * Checks whether a model has ended or ends within 30 days.
 * @param until its last day, such as `2026-12-10`; undefined if the end is not known
 * @param now unix milliseconds
 */
export function endsSoon(until: string | undefined, now: number): boolean {
  return until !== undefined && Date.parse(until) + DAY - NOTICE <= now
}
