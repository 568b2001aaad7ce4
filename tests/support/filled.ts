import type { APIRequestContext, Page } from 'playwright/test'
import type { Application } from '#contract/application.ts'
import type { Message } from '#contract/conversation.ts'
import type { Credential } from '#contract/credential.ts'
import type { UploadedFile } from '#contract/file.ts'
import type { ShareLink } from '#contract/share.ts'
import type { Session } from '#contract/token.ts'
import { localizePath, type Locale } from '#i18n/locale.ts'
import { expect, hydrated, newAddress, PASSWORD } from './browser.ts'

const HOME = '/chatgpt/conversations'

/**
 * Signs up a new user in this page.
 * @returns their access token
 */
export async function begin(page: Page): Promise<string> {
  const made = await page.request.post('/api/auth/sign-up/email', {
    data: { email: newAddress(), password: PASSWORD }
  })
  expect(made.ok()).toBe(true)
  await page.goto(`/auth/begin?redirect=${HOME}`)
  await hydrated(page)
  return ((await post(page.request, '/auth/session', {})) as Session & { access_token: string })
    .access_token
}

type Said = readonly Pick<Message, 'role' | 'content'>[]

/**
 * Creates a conversation with these messages.
 * @param access the token of {@link begin}
 * @returns its address
 */
export async function fill(
  page: Page,
  access: string,
  messages: Said,
  locale: Locale
): Promise<string> {
  const { id } = await importMessages(page, access, messages)
  return localizePath(`${HOME}/${id}`, locale)
}

/**
 * Creates a conversation with these messages and shares it.
 * @param access the token of {@link begin}
 * @returns the address of its link
 */
export async function fillShared(page: Page, access: string, messages: Said): Promise<string> {
  const { id, token } = await importMessages(page, access, messages)
  const said = { action: 'share', id }
  const { share } = (await post(page.request, '/aichat/conversations', said, token)) as {
    share: ShareLink
  }
  return share.url
}

async function importMessages(
  page: Page,
  access: string,
  messages: Said
): Promise<{ id: string; token: string }> {
  const { id: application_id } = (await post(
    page.request,
    '/api/v1/applications/',
    { type: 'Usage', scope: 'Global' },
    access
  )) as Application
  const host = new URL(page.url()).origin
  const { token } = (await post(
    page.request,
    '/api/v1/credentials/',
    { application_id, host },
    access
  )) as Credential
  const said = { action: 'import', model: 'gpt-5-all', title: 'Filled', messages }
  const { id } = (await post(page.request, '/aichat/conversations', said, token)) as { id: string }
  return { id, token }
}

/**
 * Uploads an image.
 * @returns its address
 */
export async function uploadPicture(
  page: Page,
  access: string,
  name: string,
  buffer: Buffer
): Promise<string> {
  const headers = { authorization: `Bearer ${access}` }
  const answer = await page.request.post('/api/v1/files/', {
    headers,
    multipart: { file: { name, mimeType: 'image/png', buffer } }
  })
  return ((await answer.json()) as UploadedFile & { file_url: string }).file_url
}

async function post(
  request: APIRequestContext,
  path: string,
  data: object,
  token?: string
): Promise<unknown> {
  const headers = {
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` })
  }
  const answer = await request.post(path, { data, headers })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}
