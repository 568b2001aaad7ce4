import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flux } from '#catalog/flux/service.ts'
import { bindHub } from '#client/page-hub.ts'
import { createTranslate } from '#i18n/translate.ts'
import { startPendingRun } from '#islands/carry-tool.ts'
import { readDraft } from '#stores/drafts.ts'
import { resetAll } from '#stores/persisted.ts'
import { $pendingMessage } from '#stores/pressed.ts'
import { changeForm, formDraftKey } from '#stores/tool-form.ts'
import field from '../../locales/en/field.json' with { type: 'json' }
import { HUB } from '../../tests/support/hub-fakes.ts'

const submitted = vi.hoisted(() => vi.fn())
vi.mock('#islands/tool-submit.ts', () => ({ submitToolForm: submitted, submitToolRun: vi.fn() }))

const place = formDraftKey('flux')
const t = createTranslate(field, 'en')
let end: () => void
const notice = (): string | undefined =>
  document.querySelector('[role=status]')?.textContent ?? undefined

/** Opens the page of the tool as after a press of Generate on the studio home. */
function openFromHome(micro: number, user: typeof HUB.user = HUB.user): void {
  bindHub({ ...HUB, user })
  changeForm(flux, { verb: 'images', given: { images: { prompt: 'A fox' } } })
  const text = readDraft(place)
  $pendingMessage.set({ place, text, at: Date.now(), here: true, prices: [micro] })
  end = startPendingRun({ service: flux, t })
}

beforeEach(() => {
  submitted.mockReset()
  end = () => undefined
})
afterEach(() => {
  end()
  resetAll()
})

test.each([400_000, 500_000])('a run for which the home showed %s starts at once', async micro => {
  openFromHome(micro)
  await vi.waitFor(() => expect(submitted).toHaveBeenCalledOnce())
  expect(notice()).toBeUndefined()
})

test('a run that costs more than the home showed is announced with its price', () => {
  openFromHome(300_000)
  expect(notice()).toContain(t('field.pressed.text', { price: '0.4 credits' }))
  expect(submitted).not.toHaveBeenCalled()
})

test('the run of a guest, who pays nothing, starts at any price', async () => {
  openFromHome(300_000, null)
  await vi.waitFor(() => expect(submitted).toHaveBeenCalledOnce())
})
