/**
 * The day on which the vendor released a chat model, by its name in the catalogue. Sources:
 * models.dev (`release_date`, September 2026). For midsummer 2026 and later also the vendors'
 * changelogs and announcements (anthropic.com, blog.google, z.ai, qwen.ai), and OpenRouter's list
 * of 9 October.
 */
const RELEASED: Readonly<Record<string, string>> = {
  'gpt-4-all': '2023-03-14',
  'gpt-4o': '2024-05-13',
  'gpt-4o-all': '2024-05-13',
  'gpt-4o-mini': '2024-07-18',
  'gpt-4o-image': '2025-03-25',
  'gpt-4.1': '2025-04-14',
  'o1-mini': '2024-09-12',
  o3: '2025-04-16',
  'o4-mini': '2025-04-16',
  'gpt-5': '2025-08-07',
  'gpt-5-all': '2025-08-07',
  'gpt-5-mini': '2025-08-07',
  'gpt-5.4': '2026-03-05',
  'gpt-5.4-mini': '2026-03-17',
  'gpt-5.4-nano': '2026-03-17',
  'gpt-5.5': '2026-04-23',
  'gpt-6-astra': '2026-09-04',
  'gpt-6-sol': '2026-09-22',
  'gpt-6-luna': '2026-09-22',
  'gpt-6.1-sol': '2026-09-30',
  'deepseek-v3': '2024-12-26',
  'deepseek-r1': '2025-01-20',
  'deepseek-v4-pro': '2026-04-24',
  'deepseek-flash': '2026-09-08',
  'grok-3': '2025-02-17',
  'grok-3-reasoning': '2025-02-17',
  'grok-3-deepsearch': '2025-02-17',
  'grok-4': '2025-07-09',
  'grok-4.3': '2026-04-17',
  'grok-4.7': '2026-09-21',
  'claude-haiku-4-5': '2025-10-15',
  'claude-sonnet-5': '2026-06-30',
  'claude-opus-5': '2026-07-24',
  'claude-opus-5-5': '2026-09-22',
  'claude-sonnet-5-5': '2026-09-28',
  'claude-haiku-5-5': '2026-10-07',
  'gemini-3.1-flash-lite': '2026-05-07',
  'gemini-3.5-flash-lite': '2026-07-21',
  'gemini-3.7-flash': '2026-08-13',
  'gemini-3.8-flash': '2026-09-02',
  'kimi-k2.6': '2026-04-21',
  'kimi-k2.7-code': '2026-06-12',
  'kimi-k3': '2026-07-16',
  'glm-4.7': '2025-12-22',
  'glm-5.2': '2026-06-13',
  'glm-5.3': '2026-08-14',
  'glm-5.3-flash': '2026-08-26',
  'qwen3.7-max': '2026-05-21',
  'qwen3.8-max': '2026-08-03',
  'qwen3.8-flash': '2026-08-26',
  'mistral-large-4': '2026-10-06',
  'llama-3.3-70b': '2024-12-06',
  'llama-4-maverick': '2025-04-05',
  'llama-4-scout': '2025-04-05',
  'minimax-m3': '2026-06-01'
}

/**
 * The day on which a list first had a model whose release day is not known. Lists: models.dev, as
 * `@earendil-works/pi-ai` 1.3.0, 1.5.0 and 1.5.2 have it. Google announced Gemini 4 Argon on 30
 * September 2026, but opened it to all API clients later.
 */
const FIRST_SEEN: Readonly<Record<string, string>> = {
  'gemini-4-argon': '2026-10-15',
  'kimi-k3.1-pro': '2026-11-02',
  'claude-fable-5-2': '2026-11-10'
}

/**
 * The day of this list. It counts as the release day of models that have no day here, such as an
 * operator's own model.
 */
const LISTED = '2026-11-22'

/**
 * Returns the day on which the vendor released a model, or else the day on which a list first had
 * it; undefined if neither is known.
 */
export function releaseDay(name: string): string | undefined {
  return RELEASED[name] ?? FIRST_SEEN[name]
}

/**
 * Returns the release time of a model in unix seconds. A model whose day is not known gets the day
 * of the list.
 */
export function releaseTime(since: string | undefined): number {
  return Date.parse(since ?? LISTED) / 1000
}
