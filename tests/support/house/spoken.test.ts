import { expect, test } from 'vitest'
import { checkedText } from './program.ts'
import { misnamed, renamedControls } from './spoken.ts'

test.each<[string, string, string, number]>([
  ['en', 'Pay', 'Pay order {{id}}', 0],
  ['en', 'View order', 'View order {{id}}', 0],
  ['en', 'Pay', 'Payment of order {{id}}', 1],
  ['de', 'Weiter zur Zahlung', 'Bestellung {{id}} bezahlen', 1],
  ['fi', 'Google', 'Kirjaudu Googlella', 1],
  ['ko', 'Google', 'Google로 로그인', 1],
  ['fr', 'Déconnecter', 'Déconnecter\u202F: {{name}}', 0],
  ['zh-CN', '继续付款', '继续付款：订单 {{id}}', 0]
])('in %s, “%s” with the name “%s” cannot be spoken: %i', (locale, label, name, found) => {
  const pair = { file: 'a.tsx', label: 'a.do', name: 'a.doNamed' }
  expect(misnamed(locale, { a: { 'a.do': label, 'a.doNamed': name } }, [pair])).toHaveLength(found)
})

/** Declarations before each sample. */
const TYPES =
  'type Translate = (key: string, values?: object) => string; declare const t: Translate; declare const of: "a" | "b"; declare const title: string;'
const found = (markup: string) =>
  renamedControls(checkedText(`${TYPES} export const page = <>${markup}</>`))

test("the strings of a control's label and name are found, paired in order", () => {
  const pairs = (markup: string) => found(markup).pairs.map(({ label, name }) => `${label} ${name}`)
  expect(pairs('<a aria-label={t("x.longer", { title })}><b>{t("x.short")}</b></a>')).toEqual([
    'x.short x.longer'
  ])
  expect(pairs('<button aria-label={t(`x.${of}Named`)}>{t(`x.${of}`)}</button>')).toEqual([
    'x.a x.aNamed',
    'x.b x.bNamed'
  ])
  expect(
    pairs('<a aria-label={t(of === "a" ? "x.c" : "x.d")}>{t(of === "a" ? "x.e" : "x.f")}</a>')
  ).toEqual(['x.e x.c', 'x.f x.d'])
})

test.each([
  ['<a aria-label={t("x.open", { title })}>{title}</a>', 0],
  ['<a aria-label={t("x.open")}><Icon of={of} /></a>', 0],
  ['<a aria-label={t("x.open")}>↩</a>', 0],
  ['<a>{title}</a>', 0],
  ['<a aria-label={t("x.open")}>{title}</a>', 1],
  ['<a aria-label={title}>Open</a>', 1],
  ['<button aria-label={title}>{t("x.open")}</button>', 1],
  ['<a aria-label={t("x.open")}>{title !== "" && <b>{title}</b>}</a>', 1]
])('%s has a name that omits visible text: %i', (markup, count) => {
  expect(found(markup).wrong).toHaveLength(count)
})
