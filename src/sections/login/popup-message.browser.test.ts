import { describe, expect, test } from 'vitest'
import { readPopupMessage } from '#sections/login/popup-message.browser.ts'

const AUTH = 'https://auth.example'
const TOKEN = { access_token: 'eyJ.a.b', refresh_token: 'pmr_x', expires_in: 3600 }
const qr = (qrLink: unknown): unknown => ({ name: 'show_qr', data: { qrLink } })
const login = (change: object): unknown => ({ name: 'login', data: { ...TOKEN, ...change } })

test('a sign-in and a link for a phone are accepted', () => {
  expect(readPopupMessage(login({}), AUTH)).toEqual({ name: 'login', refreshToken: 'pmr_x' })
  expect(readPopupMessage(qr(`${AUTH}/auth/phone?id=1`), AUTH)).toEqual({
    name: 'show_qr',
    link: `${AUTH}/auth/phone?id=1`
  })
})

describe('a message is ignored that contains', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'login'],
    ['JSON', JSON.stringify(login({}))],
    ['a list', [login({})]],
    ['no data', { name: 'login' }],
    ['data that is a text', { name: 'login', data: 'pmr_x' }],
    ['data that is a list', { name: 'login', data: [TOKEN] }],
    ['another name', { name: 'logout', data: TOKEN }],
    ['a name of every object', { name: 'constructor', data: TOKEN }],
    ['a name that reads like one', { name: ['login'], data: TOKEN }],
    ['a prototype in place of data', JSON.parse('{"name":"login","__proto__":{"data":{}}}')],
    [
      'a prototype in place of tokens',
      { name: 'login', data: JSON.parse(`{"__proto__":${JSON.stringify(TOKEN)}}`) }
    ],
    ['no refresh token', login({ refresh_token: undefined })],
    ['an empty refresh token', login({ refresh_token: '' })],
    ['a refresh token that is an object', login({ refresh_token: { toString: 'pmr_x' } })],
    ['a refresh token with a line of its own', login({ refresh_token: 'pmr\r\nset-cookie: a=b' })],
    ['an endless refresh token', login({ refresh_token: 'x'.repeat(5000) })],
    ['no access token', login({ access_token: 1 })],
    ['no life', login({ expires_in: '3600' })],
    ['a life that is over', login({ expires_in: -1 })],
    ['a life without end', login({ expires_in: Infinity })],
    ['no link', qr(undefined)],
    ['a link that is no text', qr({ href: AUTH })],
    ['a relative link', qr('/auth/phone?id=1')],
    ['a script', qr('javascript:alert(1)')],
    ['a script that names us', qr(`javascript:"${AUTH}/";alert(1)`)],
    ['data', qr('data:text/html,<script>alert(1)</script>')],
    ['an app', qr('intent://auth.example/#Intent;end')],
    ['a blob of ours', qr(`blob:${AUTH}/1`)],
    ['another site', qr('https://evil.example/auth/phone?id=1')],
    ['a site that begins like ours', qr(`${AUTH}.evil.example/`)],
    ['a site behind our name', qr('https://auth.example@evil.example/')],
    ['our name with a person in it', qr('https://you@auth.example/')],
    ['the same without TLS', qr('http://auth.example/')],
    ['another port', qr(`${AUTH}:8443/`)],
    ['an endless link', qr(`${AUTH}/${'x'.repeat(3000)}`)]
  ])('%s', (_, message) => {
    expect(readPopupMessage(message, AUTH)).toBeNull()
  })
})
