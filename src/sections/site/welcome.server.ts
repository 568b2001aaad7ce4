import type { APIContext } from 'astro'
import type { HubRequest } from '#client/hub.ts'
import { localPath } from '#client/local-path.ts'
import { handlePageForm, type FormActions, type FormProblem } from '#client/page-forms.server.ts'
import { readPlatform } from '#client/page.server.ts'
import {
  canSeeProviderKeys,
  VENDOR_NAMES,
  type ProviderKeysView
} from '#client/provider-keys.server.ts'
import { WELCOME_SKIPPED_COOKIE } from '#client/welcome.ts'
import type { Site } from '#contract/site.ts'
import { isLocale, localizePath, LOCALES, offeredLocales } from '#i18n/locale.ts'
import { readSettingsBase } from '#sections/site/site-draft.ts'

/** Everything that the first-run page shows, one step at a time. */
type WelcomeView = {
  step: 'brand' | 'key'
  /** The number of steps for this user. */
  steps: number
  /**
   * The address that the forms post to, then the addresses of the next step and of the way back.
   */
  here: string
  next: string
  back: string
  failed: FormProblem | null
  /** The site as the platform stores it, without the defaults that pages show. */
  site: Site
  keys: ProviderKeysView
  /** The vendor whose key was just tested and stored. */
  kept: string | null
}

/** Seconds for which a browser remembers that its user skipped the page: a year. */
const KEPT = 31_536_000

/** Does all work of the page without a script in the browser. */
export async function handleWelcomePage(context: APIContext): Promise<WelcomeView | Response> {
  const { hub } = context.locals
  const { searchParams } = hub.url
  const back = localPath(searchParams.get('redirect'))
  if (searchParams.has('skip')) {
    context.cookies.set(WELCOME_SKIPPED_COOKIE, 'skipped', {
      path: '/',
      maxAge: KEPT,
      sameSite: 'lax'
    })
    return context.redirect(back)
  }
  const isOperator = await canSeeProviderKeys(hub)
  const step = searchParams.get('step') === 'key' && isOperator ? 'key' : 'brand'
  const page = (more: Record<string, string>): string =>
    `${localizePath('/welcome', hub.locale)}?${new URLSearchParams({ redirect: back, ...more })}`
  const next = isOperator ? page({ step: 'key' }) : back
  const here = step === 'key' ? next : page({})
  const site = await readPlatform<Site>(hub, `sites/${hub.site.id}`)
  const failed = await handlePageForm(
    context,
    actions(hub, { next, back, done: vendor => page({ step: 'key', kept: vendor }) }),
    here
  )
  if (failed instanceof Response) return failed
  const kept = Object.keys(VENDOR_NAMES).find(vendor => vendor === searchParams.get('kept')) ?? null
  return {
    step,
    steps: isOperator ? 2 : 1,
    here,
    next,
    back,
    failed,
    site,
    keys: keysView(here, failed),
    kept: failed === null ? kept : null
  }
}

type Ways = { next: string; back: string; done(vendor: string): string }

function actions(hub: HubRequest, { next, done }: Ways): FormActions {
  return {
    brand: sent => {
      const own = sent('own')
      const others = offeredLocales(hub.site.locales).filter(locale => locale !== own)
      const [first] = LOCALES
      const all = own === first && others.length === LOCALES.length - 1
      const change = {
        title: sent('title'),
        accent: sent('accent'),
        locales: all ? [] : [own, ...others]
      }
      const language = isLocale(own) ? own : hub.locale
      const to = `/preferences?${new URLSearchParams({ locale: language, redirect: next })}`
      return {
        method: 'PUT',
        path: `sites/${hub.site.id}`,
        body: { ...change, base: readSettingsBase(sent('base')) },
        next: to
      }
    },
    keep: sent => {
      const address = sent('base_url')
      const body = {
        vendor: sent('vendor'),
        key: sent('key'),
        ...(address !== '' && { base_url: address })
      }
      return { method: 'POST', path: 'provider-keys', body, next: done(sent('vendor')) }
    }
  }
}

/** Builds the view of the key form, as on the page of all keys. */
function keysView(here: string, failed: FormProblem | null): ProviderKeysView {
  const refused = failed?.action === 'keep' ? failed : null
  const address = refused?.sent('base_url') ?? ''
  const sent =
    refused === null
      ? null
      : { vendor: refused.sent('vendor'), ...(address !== '' && { base_url: address }) }
  return { keys: [], here, done: null, problem: refused?.problem ?? null, sent }
}
