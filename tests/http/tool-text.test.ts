import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHAT_GROUPS } from '#catalog/chat/service.ts'
import { SERVICES } from '#catalog/index.ts'
import type { SignInResponse } from '#contract/sign-in.ts'
import type { Site } from '#contract/site.ts'
import type { Token } from '#contract/token.ts'
import { isOptionalGroup } from '#core/chat.ts'
import { readForm } from '#core/form.ts'
import { formatCredits } from '#core/format.ts'
import { quoteOf } from '#core/price.ts'
import { priceRange } from '#core/price-range.ts'
import { LOCALES, localizePath } from '#i18n/locale.ts'
import { textOrEmpty, optionName } from '#ui/tool/words.ts'
import { headOf, plain } from '../support/head.ts'
import { startStudio, visit } from '../support/process.ts'
import { cookiesOf, json } from '../support/studio.ts'
import { wordsOf } from '../support/words.ts'
import { doseOf } from '../support/dose.ts'

type Asked = { name: string; acceptedAnswer: { text: string } }

const tools = SERVICES.filter(({ actions }) => actions !== undefined)
const groups = CHAT_GROUPS.filter(({ id }) => !isOptionalGroup(id))
const paths = [
  ...tools.map(({ id }) => `/${id}`),
  ...groups.map(({ id }) => `/${id}/conversations`)
]
const t = wordsOf('en')

let studio: Awaited<ReturnType<typeof startStudio>>
beforeAll(async () => {
  studio = await startStudio({ RATE_LIMITS: 'off', FREE_AMOUNT: '7' })
})
afterAll(() => studio.stop())

/** Reads a page as a browser without scripts shows it, and its questions for search engines. */
async function read(path: string): Promise<{ text: string; html: string; asked: Asked[] }> {
  const { status, text: html } = await visit(studio.url + path)
  expect(status, path).toBe(200)
  const shown = html
    .replaceAll(/<(script|style|template)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<astro-island[^>]*>/g, '')
  const asked = headOf(html).things.get('FAQPage')?.['mainEntity'] as Asked[] | undefined
  const said = (text: string): string => text.replaceAll(/\s+/g, ' ')
  const told = (asked ?? []).map(({ name, acceptedAnswer: { text } }) => ({
    name,
    acceptedAnswer: { text: said(text) }
  }))
  return { html, text: said(plain(shown.replaceAll(/<[^>]+>/g, ' '))), asked: told }
}

const credits = (micro: number): string => formatCredits(micro / 1e6, 'en')

describe.each(tools)('the page of $id', ({ id, medium, actions = {} }) => {
  let page: Awaited<ReturnType<typeof read>>
  beforeAll(async () => {
    page = await read(`/${id}`)
  })

  test('explains the tool, its choices and its examples', () => {
    const forms = Object.entries(actions).filter(([, { hidden }]) => hidden !== true)
    const words = forms.flatMap(([verb, { fields }]) => [
      ...(forms.length > 1 ? [t(`${id}.action.${verb}`)] : []),
      ...Object.entries(fields).flatMap(([name, field]) => {
        if (field.type === 'id' || (field.type === 'choice' && field.options.length < 2)) return []
        const options =
          field.type === 'choice'
            ? field.options.map(option => optionName(t, id, name, option))
            : []
        return [t(`${id}.field.${name}`), ...options]
      })
    ])
    const prompts = [1, 2, 3, 4, 5, 6].map(number => textOrEmpty(t, `${id}.example.${number}`))
    expect(
      [t(`${id}.about`), ...words, ...prompts].filter(each => !page.text.includes(each))
    ).toEqual([])
  })

  test('shows the price of a run and of credits, and how long a run takes', () => {
    const [action] = Object.values(actions)
    if (action === undefined) throw new Error(`${id} has no action`)
    const { least, most } = priceRange(action)
    const { unit } = quoteOf(action.price, readForm(action, {}).values)
    // A price that depends on length or size is shown per unit, since no file is known yet.
    if (unit !== undefined)
      expect(page.text).toContain(t(`field.price.${unit}`, { price: '' }).trim())
    else if (least !== most)
      expect(page.text).toContain(`${credits(least)}–${credits(most)} credit`)
    expect(page.text).toContain('10 credits $1.50')
    expect(page.text).toContain(
      action.expected % 60 === 0 ? `${action.expected / 60} minute` : `${action.expected} seconds`
    )
    const questions = page.asked.map(({ name }) => name)
    expect(questions.slice(0, 2)).toEqual([
      t('service.faq.cost', { service: t(`${id}.title`) }),
      t('service.faq.time')
    ])
    expect(page.asked[0]?.acceptedAnswer.text).toContain('New accounts get 7 credits free.')
    const takesFiles = Object.values(actions).some(({ fields }) =>
      Object.values(fields).some(({ type }) => type === 'file')
    )
    expect(questions.includes(t('service.faq.upload'))).toBe(takesFiles)
    const uploads =
      page.asked
        .find(({ name }) => name === t('service.faq.upload'))
        ?.acceptedAnswer.text.split('. ') ?? []
    const named = Object.values(actions).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, { type }]) =>
        type === 'file' ? [t(`${id}.field.${name}`)] : []
      )
    )
    expect(named.filter(name => !uploads.includes(name))).toEqual([])
  })

  test('shows every answer that it provides for search engines, and links to other pages', () => {
    expect(page.asked.length).toBeGreaterThanOrEqual(5)
    for (const { name, acceptedAnswer } of page.asked) {
      expect(page.text).toContain(name)
      for (const sentence of acceptedAnswer.text.split(/(?<=[.]) /))
        expect(page.text).toContain(sentence)
    }
    const others = tools
      .filter(each => each.medium === medium && each.id !== id)
      .map(each => `href="/${each.id}"`)
    expect(
      [`href="/docs/services/${id}"`, ...others].filter(link => !page.html.includes(link))
    ).toEqual([])
  })
})

test.each(groups)(
  'visitors of $title read about its models, prices and limits',
  async ({ id, title, models }) => {
    const { text, html, asked } = await read(`/${id}/conversations`)
    for (const { label, price } of models.filter(({ enabled }) => enabled))
      expect(text).toContain(`${label} ${credits(price.input)} ${credits(price.output)}`)
    const choices = [...html.matchAll(/<option [^>]*?value="([^"]+)"/g)].flatMap(([, value]) =>
      models.filter(({ name }) => name === value)
    )
    expect(choices, 'retired and hidden models cannot be chosen').toEqual(
      models.filter(({ enabled }) => enabled)
    )
    expect(asked.map(({ name }) => name)).toContain(t('service.faq.cost', { service: title }))
    expect(text).toMatch(/10 credits \$1\.50 USD About [\d,]+ answers with /)
    const reads = models.some(({ enabled, isFileSupported }) => enabled && isFileSupported)
    expect(asked.some(({ name }) => name === t('service.faq.upload'))).toBe(reads)
    for (const { acceptedAnswer } of asked)
      expect(text).toContain(acceptedAnswer.text.split(/(?<=[.]) /)[0])
    expect(html).toContain('href="/docs/chat"')
  }
)

test.each(doseOf(LOCALES, 1))('all of it exists in %s', async locale => {
  const say = wordsOf(locale)
  for (const path of paths) {
    const { text } = await read(localizePath(path, locale))
    expect(text, path).toContain(say('service.faq.title'))
    expect(text, path).not.toMatch(
      /\b(service|field|docs|chat|application)\.[a-z]+\.\w+|\{\{\w+\}\}|\bundefined\b|\bNaN\b|\[object /
    )
  }
})

test('the answers fit the site, its guests and its prices', async () => {
  const account = async (): Promise<string | undefined> =>
    (await read('/chatgpt/conversations')).asked.find(
      ({ name }) => name === t('service.faq.account')
    )?.acceptedAnswer.text
  expect(await account()).toContain(t('chat.composer.guest'))
  await change({ features: { guest: { enabled: true } }, margin: 0.5 })
  expect(await account()).toContain(t('chat.guest.once'))
  expect((await read('/flux')).text).toContain('10 credits cost $2.25')
})

/** Changes the site as its admin. */
async function change(body: object): Promise<void> {
  const send = (
    path: string,
    sent: object,
    headers: Record<string, string> = {},
    method = 'POST'
  ): Promise<Response> =>
    fetch(studio.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(sent)
    })
  const signedUp = await send('/api/auth/sign-up/email', {
    email: 'ada@example.com',
    password: 'correct horse battery'
  })
  const { location } = await json<SignInResponse>(
    send('/auth/authorize', { redirect: `${studio.url}/` }, { cookie: cookiesOf(signedUp) })
  )
  const code = new URL(location ?? '').searchParams.get('code')
  const { access_token } = await json<Token>(send('/oauth2/v1/token', { code }))
  const headers = { authorization: `Bearer ${access_token}` }
  const { items } = await json<{ items: Site[] }>(
    fetch(`${studio.url}/api/v1/sites/?origin=${studio.url}`, { headers })
  )
  await json(send(`/api/v1/sites/${items[0]?.id}`, body, headers, 'PUT'))
}
