import { VARIATION } from '#catalog/follow-ups.ts'
import { defineService } from '#core/service.ts'

const PRESETS = [
  'sunset',
  'floral',
  'snowflakes',
  'feathers',
  'raindrops',
  'ultra-realism',
  'epic-realms',
  'intricate-studio',
  'symmetric-masterpiece',
  'luminous-highway',
  'celestial-journey',
  'neon-mech',
  'ethereal-low-poly',
  'golden-vista',
  'cinematic-expanse',
  'cinematic-warm',
  'desolate-wilderness',
  'vibrant-palette',
  'enigmatic-journey',
  'timeless-cinematic',
  'regal-galaxy',
  'illustrious-canvas',
  'expressive-mural',
  'serene-haze'
] as const

/** Preset patterns. The letters select the pixel style, the number selects the markers. */
// oxfmt-ignore
const PATTERNS = [
  's1', 's2', 's3', 'rd1', 'rd2', 'rd3', 'd1', 'd2', 'd3',
  'r1', 'r2', 'r3', 'c1', 'c2', 'c3', 'sq1', 'sq2', 'sq3'
] as const

const UPLOADED = { field: 'content_image_url', given: true } as const
const WRITTEN = { not: UPLOADED } as const
/** Shapes can be chosen only for a custom pattern. A preset pattern sets them all. */
const OWN = { more: true, when: { field: 'pattern', is: 'custom' } } as const

export const qrart = defineService({
  id: 'qrart',
  path: 'qrart',
  medium: 'image',
  place: 40,
  serviceId: '38ecf158-36f2-42f2-8e7f-6786cdfc2452',
  examples: [
    { preset: 'floral', pixel_style: 'rounded' },
    { preset: 'luminous-highway', pixel_style: 'dot', qrw: 1.5 },
    { preset: 'sunset', pixel_style: 'rounded', aspect_ratio: '4:3' },
    { preset: 'celestial-journey', pixel_style: 'row' },
    { qrw: 1.8 },
    { pixel_style: 'squircle', padding_level: 15 }
  ],
  actions: {
    generate: {
      fields: {
        prompt: { type: 'text', max: 2000, lines: 4, required: true },
        type: {
          type: 'choice',
          options: ['text', 'link', 'email', 'phone', 'sms'],
          default: 'text',
          when: WRITTEN
        },
        content: { type: 'text', max: 300, lines: 2, when: WRITTEN, required: WRITTEN },
        content_image_url: { type: 'file', accept: 'image', max: 1, bytes: 10_000_000 },
        preset: { type: 'choice', look: 'pictures', options: PRESETS },
        aspect_ratio: {
          type: 'choice',
          look: 'ratio',
          options: ['1:1', '4:3', '3:4', '16:9', '9:16'],
          default: '1:1'
        },
        qrw: { type: 'number', min: 1.5, max: 3, step: 0.1, default: 2 },
        position: {
          type: 'choice',
          options: [
            'center',
            'top',
            'right',
            'bottom',
            'left',
            'top-left',
            'top-right',
            'bottom-left',
            'bottom-right'
          ],
          default: 'center'
        },
        pattern: {
          type: 'choice',
          options: ['custom', ...PATTERNS],
          default: 'custom',
          more: true
        },
        pixel_style: {
          type: 'choice',
          options: ['square', 'rounded', 'dot', 'squircle', 'row', 'column'],
          default: 'square',
          ...OWN
        },
        marker_shape: {
          type: 'choice',
          options: ['square', 'circle', 'plus', 'box', 'octagon', 'tiny-plus', 'random'],
          default: 'square',
          ...OWN
        },
        sub_marker: {
          type: 'choice',
          options: ['square', 'circle', 'plus', 'box', 'random'],
          default: 'square',
          ...OWN
        },
        rotate: { type: 'choice', options: [0, 90, 180, 270], default: 0, more: true },
        ecl: { type: 'choice', options: ['L', 'M', 'Q', 'H'], default: 'H', more: true },
        padding_level: { type: 'choice', options: [0, 5, 10, 15, 20], default: 5, more: true },
        padding_noise: { type: 'choice', options: [0, 0.25, 0.5, 0.75, 1], default: 0, more: true },
        steps: { type: 'number', min: 10, max: 20, step: 1, default: 20, more: true },
        seed: { type: 'number', min: 1, max: Number.MAX_SAFE_INTEGER, step: 1, more: true },
        rawurl: { type: 'switch', default: false, when: WRITTEN, more: true }
      },
      price: [{ credits: 0.3 }],
      outputs: 1,
      envelope: 'flat',
      shows: { field: 'image_url', as: 'image' },
      deadline: 300,
      expected: 15,
      followUps: [
        { id: 'restyle', action: 'generate', set: { content_image_url: '$image_url' } },
        { ...VARIATION, action: 'generate', set: { seed: '' } }
      ]
    }
  }
})
