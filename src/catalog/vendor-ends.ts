/**
 * The last day of models by the names of their vendors. Nothing that we ship may ask for one of them.
 * Sources: OpenAI's deprecations of April and June 2026, DeepSeek's notice of April, xAI's mail of May, Google's of June.
 */
export const VENDOR_ENDS: Readonly<Record<string, string>> = {
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
  'gpt-4': '2026-10-23',
  'gpt-4-turbo': '2026-10-23',
  'gpt-4.1-nano': '2026-10-23',
  'o4-mini': '2026-10-23',
  'gpt-5': '2026-12-10',
  'gpt-5-mini': '2026-12-10',
  'gpt-5-nano': '2026-12-10',
  o3: '2026-12-10'
}

const DAY = 86_400_000

/** Milliseconds before an end at which nothing new should rely on a model: 30 days. */
const NOTICE = 30 * DAY

/**
 * Has a model ended, or is its end near?
 * @param until its last day, `2026-12-10`; undefined for one whose end is not known
 * @param now in milliseconds
 */
export function endsSoon(until: string | undefined, now: number): boolean {
  return until !== undefined && Date.parse(until) + DAY - NOTICE <= now
}
