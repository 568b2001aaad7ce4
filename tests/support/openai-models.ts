/** All models that the shipped catalogue requests from OpenAI. */
export const OPENAI_MODELS: readonly string[] = [
  'gpt-6-sol',
  'gpt-6.1-sol',
  'gpt-6-luna',
  'gpt-6-astra',
  'gpt-5.5',
  'gpt-5.4',
  'gpt-5.4-mini',
  'gpt-5.4-nano',
  'gpt-audio-1.5',
  'gpt-image-2.5-flare',
  'gpt-image-2.5-sunburst',
  'gpt-transcribe',
  'whisper-1'
]
