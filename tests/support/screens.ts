import { request, type Page } from 'playwright/test'
import { addressIn, test as base, type World } from './access-world.ts'
import { expect, hydrated } from './browser.ts'
import { platform } from './buyer.ts'
import { picture } from './composer.ts'

/** Content that is hard to lay out in a narrow column, in three scripts. */
const ANSWER = `# Gezeitenkraftwerksbetreibergesellschaft

Ebbe und Flut heben das Wasser zweimal am Tag, an der Rance um **8,2 m**.

البحر يعلو مرتين في اليوم؛ شغّل \`npm run tides -- --port=4321\` ثم افتح https://example.com/tides?port=brest.

潮の満ち引きは一日に二度、\`high(7.1)\` の高さまで上がります。$F = \\frac{2 G M m r}{d^3}$

| Port | High | Low | Delay | Station |
|---|--:|--:|--:|---|
| Saint-Malo | 12.20 m | 1.35 m | 00:42 | Gezeitenpegelmessstelle |

\`\`\`ts
export const high = (port: string): Promise<number> => fetch(\`/tides/\${port}\`).then(answer => answer.json())
\`\`\`
`

/** The world of this worker's studio. */
let known: Promise<World> | undefined

/**
 * Test with a user for whom all ten screens have content. `talk` is the id of a conversation with
 * all of {@link TYPICAL_ANSWER_TOKENS}.
 */
export const test = base.extend<{ seen: World }>({
  seen: [
    async ({ shared, world }, use) => use(await (known ??= talkAt(shared.url, world))),
    { timeout: 60_000 }
  ]
})

async function talkAt(url: string, world: World): Promise<World> {
  const own = await request.newContext({ baseURL: url, storageState: world.state })
  const { access_token: token } = (await (
    await own.post('/auth/session', { data: {} })
  ).json()) as { access_token: string }
  const key = await platform<{ token: string }>(own, token, 'credentials/', {
    application_id: world.ids['plan'],
    name: 'Screens'
  })
  const sent = await own.post('/api/v1/files/', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { file: picture('boat.png') }
  })
  const { file_url } = (await sent.json()) as { file_url: string }
  const said = async (data: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${key.token}`, accept: 'application/json' }
    const answer = await own.post('/aichat/conversations', { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { id: string }
  }
  const { id } = await said({
    model: 'gpt-5-all',
    question: 'Tides [sandbox:tokens=4]',
    stateful: true
  })
  const asked = [
    {
      type: 'text',
      text: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen? https://example.com/a/very/long/address/of/a/page'
    },
    { type: 'image_url', image_url: file_url }
  ]
  const messages = [
    { role: 'user', content: asked },
    { role: 'assistant', content: ANSWER }
  ]
  await said({ action: 'update', id, title: 'Gezeitenkraftwerksbetreibergesellschaft', messages })
  await own.dispose()
  return { ...world, ids: { ...world.ids, talk: id } }
}

/** The ten most telling screens. The light box opens from the conversation before it. */
export const SCREENS = [
  ['new chat', '/chatgpt/conversations'],
  ['conversation', '/chatgpt/conversations/{talk}'],
  ['light box', ''],
  ['tool', '/flux'],
  ['history', '/flux/history'],
  ['applications', '/console/applications'],
  ['packages', '/console/applications/{plan}/subscribe'],
  ['order', '/console/orders/{order}'],
  ['usages', '/console/usages'],
  ['operator', '/operator']
] as const

export type Screen = (typeof SCREENS)[number]

/** Opens a screen in a language and waits until all of it is visible. */
export async function show(
  page: Page,
  world: World,
  [name, path]: Screen,
  locale: string
): Promise<void> {
  if (name === 'light box') {
    await hydrated(page)
    await page.locator('a[data-picture]').click()
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    return
  }
  await page.goto(addressIn(world, path, locale), { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
  await page.evaluate(() => document.fonts.ready)
  if (name === 'conversation') await expect(page.locator('math')).toHaveCount(1)
  if (name === 'tool' || name === 'history')
    await expect(page.getByRole('article').locator('img').first()).toBeVisible()
}
