/**
 * The day on which a tool's model was released, by tool and by its name there. It is the month where
 * sources disagree on the day or none names it. Sources of November 2026: the makers' changelogs and
 * announcements (Gemini API, MiniMax, Suno, Black Forest Labs, Luma, Kling as api-evangelist lists it),
 * Artificial Analysis's and Runware's pages of models, and Wikipedia's lists of versions.
 */
const RELEASED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  midjourney: {
    '1': '2022-02',
    '2': '2022-04-12',
    '3': '2022-07-25',
    '4': '2022-11-05',
    '5.0': '2023-03-15',
    '5.1': '2023-05-03',
    '5.2': '2023-06-22',
    '6.0': '2023-12-21',
    '6.1': '2024-07-31',
    '7': '2025-04-04',
    '8': '2026-03-17',
    '8.1': '2026-04-14',
    '8.2': '2026-07-24',
    niji: '2026-01-09'
  },
  flux: {
    'flux-schnell': '2024-08-01',
    'flux-dev': '2024-08-01',
    'flux-pro': '2024-08-01',
    'flux-pro-1.1': '2024-10-02',
    'flux-pro-1.1-ultra': '2024-11-01',
    'flux-kontext-pro': '2025-05-29',
    'flux-kontext-max': '2025-05-29',
    'flux-2-flex': '2025-11-25',
    'flux-2-pro': '2025-11-25',
    'flux-2-max': '2025-12-16',
    'flux-2-klein': '2026-01-15',
    'flux-3': '2026-10-01'
  },
  nanobanana: {
    'nano-banana': '2025-08-26',
    'nano-banana-pro': '2025-11-20',
    'nano-banana-2': '2026-02-26',
    'nano-banana-2-lite': '2026-06-30',
    'nano-banana-2.1': '2026-10-06'
  },
  gptimage: { 'gpt-image-2.5-flare': '2026-09-08', 'gpt-image-2.5-sunburst': '2026-09-08' },
  seedream: {
    'seedream-4.5': '2025-12',
    'seedream-5-pro': '2026-07-08',
    'seedream-5-flash': '2026-09'
  },
  ideogram: { 'ideogram-4.5': '2026-09-30' },
  grokimagine: {
    'grok-imagine-video-1.5': '2026-06-16',
    'grok-imagine-image-2.0': '2026-08-07'
  },
  kling: {
    'kling-v1': '2024-06-06',
    'kling-v1-5': '2024-09-19',
    'kling-v1-6': '2024-12-19',
    'kling-v2-master': '2025-04-15',
    'kling-v2-1': '2025-05-29',
    'kling-v2-1-master': '2025-05-29',
    'kling-v2-5-turbo': '2025-09-23',
    'kling-o1': '2025-12-01',
    'kling-v2-6': '2025-12-03',
    'kling-v3': '2026-02-05',
    'kling-v3-omni': '2026-02-05'
  },
  veo: {
    veo2: '2024-12-16',
    'veo2-fast': '2024-12-16',
    veo3: '2025-05-20',
    'veo3-fast': '2025-07-31',
    veo31: '2025-10-15',
    'veo31-fast': '2025-10-15',
    'veo31-fast-ingredients': '2025-10-15',
    'veo31-lite': '2026-03-31'
  },
  seedance: {
    'seedance-2.0': '2026-02-12',
    'seedance-2.0-mini': '2026-06',
    'seedance-2.5': '2026-07-31'
  },
  wan: { 'wan-3.0': '2026-08-06' },
  luma: { 'ray-2': '2025-01-15', 'ray-2-flash': '2025-03', 'ray-3.2': '2026-06-09' },
  hailuo: {
    'minimax-t2v': '2024-08-31',
    'minimax-i2v': '2024-10',
    'minimax-i2v-director': '2025-03-03',
    'hailuo-02': '2025-06-18',
    'hailuo-02-pro': '2025-06-18',
    'hailuo-2.3': '2025-10-28',
    'hailuo-2.3-pro': '2025-10-28',
    'minimax-h3': '2026-07-31'
  },
  pixverse: {
    'v3.5': '2024-12',
    v4: '2025-02-24',
    'v4.5': '2025-05',
    v5: '2025-08',
    'v5.5': '2025-12',
    'v5.6': '2026-01-26',
    v6: '2026-03'
  },
  pika: { '1.5': '2024-10-01', '2.0': '2024-12-13', '2.1': '2025-01', '2.2': '2025-02-27' },
  suno: {
    'chirp-v2-xxl-alpha': '2023-09',
    'chirp-v3-0': '2024-03-21',
    'chirp-v3-5': '2024-05',
    'chirp-v4': '2024-11-19',
    'remi-v1': '2024-11',
    'chirp-v4-5': '2025-05-01',
    'chirp-v4-5-plus': '2025-07-17',
    'chirp-v5': '2025-09-23',
    'chirp-v5-5': '2026-03-26',
    'chirp-v6': '2026-09-09',
    'chirp-v6-mini': '2026-09-09',
    'chirp-v6-wild': '2026-09-09'
  },
  upscale: { clarity: '2024-03', seedvr2: '2025-06' },
  speech: {
    kokoro: '2025-01-27',
    'speech-02-turbo': '2025-04-02',
    'eleven-v3': '2025-06',
    'gpt-audio-1.5': '2026-02-23',
    'speech-2.8-hd': '2026-01-23'
  }
}

/**
 * Returns the day, such as `2026-10-01`, or the month on which a tool's model was released;
 * undefined for a name that is no model of its own, such as Midjourney's `general`.
 */
export function toolReleaseDay(service: string, model: string): string | undefined {
  return RELEASED[service]?.[model]
}
