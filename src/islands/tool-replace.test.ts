import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HubInfo } from '#client/hub.ts'
import { bindHub } from '#client/page-hub.ts'
import { findService } from '#catalog/index.ts'
import type { FileField } from '#core/field.ts'
import type { Service } from '#core/service.ts'
import { uploadFilesToField } from '#islands/tool-submit.ts'
import { changeForm, currentForm } from '#stores/tool-form.ts'

const [FIRST, SECOND, MASK, CROP] = ['first', 'second', 'mask', 'crop'].map(
  name => `https://api.example/files/${name}.png`
) as [string, string, string, string]
const uploaded = vi.hoisted(() => vi.fn())
vi.mock('#stores/uploading.ts', () => ({ uploadToField: uploaded, isTypeAccepted: () => true }))

beforeEach(() => {
  bindHub({
    user: { id: 'ada' },
    locale: 'en',
    hosts: { api: 'https://api.example' }
  } as unknown as HubInfo)
})
afterEach(() => vi.resetAllMocks())

/** Replaces a file of a field by another one, and returns the values of the form. */
async function replace(
  id: string,
  name: string,
  given: Record<string, string | string[]>,
  replaces: string
): Promise<{ arrived: readonly string[]; values: unknown; issues: unknown }> {
  const service: Service = { ...(findService(id) ?? expect.fail(`no ${id}`)) }
  const [verb = ''] = Object.keys(service.actions ?? {})
  const field = service.actions?.[verb]?.fields[name] as FileField
  changeForm(service, { verb, given: { [verb]: given }, issues: [] })
  const file = new File([], 'crop.png', { type: 'image/png' })
  const arrived = await uploadFilesToField({ service, name, field }, [file], '', replaces)
  const form = currentForm(service)
  return { arrived, values: form.given[verb], issues: form.issues }
}

test('a crop takes the place of its image, also in a full field', async () => {
  uploaded.mockResolvedValue(CROP)
  // The field takes seven images.
  const others = Array.from({ length: 5 }, (_, at) => `${FIRST}${at}`)
  const given = { model: 'kling-o1', image_list: [FIRST, SECOND, ...others] }
  expect(await replace('kling', 'image_list', given, FIRST)).toEqual({
    arrived: [CROP],
    values: { ...given, image_list: [CROP, SECOND, ...others] },
    issues: []
  })
})

test('the mask of a cropped image is removed, because it no longer fits', async () => {
  uploaded.mockResolvedValue(CROP)
  const given = { image_url: FIRST, mask_url: MASK }
  expect(await replace('erase', 'image_url', given, FIRST)).toMatchObject({
    arrived: [CROP],
    values: { image_url: CROP }
  })
})

test('cropping a further image keeps the mask of the first one', async () => {
  uploaded.mockResolvedValue(CROP)
  const given = { image_urls: [FIRST, SECOND], mask_url: MASK }
  expect(await replace('ideogram', 'image_urls', given, SECOND)).toMatchObject({
    values: { image_urls: [FIRST, CROP], mask_url: MASK }
  })
  expect((await replace('ideogram', 'image_urls', given, FIRST)).values).not.toHaveProperty(
    'mask_url',
    MASK
  )
})

test('an image stays if its crop was cancelled or refused', async () => {
  const given = { image_url: FIRST, mask_url: MASK }
  const refused = { issues: [{ field: 'image_url', code: 'too_large' }] }
  for (const answer of [null, refused]) {
    uploaded.mockResolvedValue(answer)
    const { arrived, values } = await replace('erase', 'image_url', given, FIRST)
    expect([arrived, values]).toEqual([[], given])
  }
})
