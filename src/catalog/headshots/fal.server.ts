import { NANOBANANA_FAL_COSTS } from '#catalog/nanobanana/costs.ts'
import type { headshots } from '#catalog/headshots/service.ts'
import type { ActionValues } from '#core/service.ts'
import type { VendorService } from '#core/vendor.ts'
import { answerFiles, falAction, falRequest, idFromUrl } from '#providers/fal-request.ts'

type Template = ActionValues<typeof headshots, 'generate'>['template']

/**
 * The scene that each template requests from an image editing model. fal's own headshot model only
 * knows backgrounds.
 */
const SCENES: Readonly<Record<Template, string>> = {
  male_portrait:
    'a dark suit and a light shirt, before a plain grey studio background with soft light from the side',
  male_portrait2: 'a dark turtleneck, before a dark background with one strong light from the side',
  female_portrait: 'an elegant blouse, before a warm, softly lit studio background',
  business_photo: 'business clothes, in a bright modern office that is out of focus',
  bob_suit: 'a well-cut suit, the hair in a chin-length bob, before a plain light background',
  wedding: 'festive wedding clothes, among white flowers, in soft daylight',
  logo_tshirt:
    'a plain T-shirt with one small abstract logo on its chest, before a plain coloured background',
  kindergarten: 'colourful casual clothes, in a cheerful kindergarten with drawings on its wall'
}

const generate = falAction<typeof headshots, 'generate'>({
  costs: NANOBANANA_FAL_COSTS,
  fields: ['image_urls', 'template', 'mode'],
  request: ({ values: { image_urls, template } }) =>
    falRequest('fal-ai/nano-banana-2.1/edit', {
      prompt: `A realistic portrait photograph, head and shoulders, of the person in the given photographs, with exactly their face, in ${SCENES[template]}.`,
      image_urls: [...image_urls],
      num_images: 2,
      aspect_ratio: '3:4',
      resolution: '1K',
      output_format: 'jpeg'
    }),
  outputs: (answer, { template }) =>
    answerFiles(answer, 'images').map(file => ({
      values: { id: idFromUrl(file), template },
      files: { image_url: { url: file.url } }
    }))
})

export const headshotsFal: VendorService = { generate }
