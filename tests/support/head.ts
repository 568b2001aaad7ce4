import { expect } from 'vitest'

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#39': "'",
  '#x27': "'"
}

/** Replaces HTML entities by the characters that a reader sees. */
export function plain(text: string): string {
  return text.replaceAll(/&(\w+|#\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** The language and the head of a page as a crawler reads them. */
export type Head = {
  lang: string
  dir: string
  title: string
  canonical: string
  /** Pairs of `[language, address]` of the same page in other languages. */
  alternates: [string, string][]
  /** Values by name or property, in order; some may occur more than once. */
  meta: Map<string, string[]>
  /** Entities of schema.org by type. */
  things: Map<string, Record<string, unknown>>
}

/** Reads the head of a page. It throws if an element that must be unique occurs twice. */
export function headOf(html: string): Head {
  const [, first = '', inside = ''] =
    /^<!doctype html>\s*<html([^>]*)>\s*<head>([\s\S]*?)<\/head>/i.exec(html) ?? []
  const links = [...inside.matchAll(tags('link'))].map(([, text = '']) => attributes(text))
  const canonicals = links.filter(link => link.get('rel') === 'canonical')
  const titles = [...inside.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) =>
    plain(title)
  )
  expect([titles.length, canonicals.length < 2]).toEqual([1, true])
  const own = attributes(first)
  return {
    lang: own.get('lang') ?? '',
    dir: own.get('dir') ?? '',
    title: titles[0] ?? '',
    canonical: canonicals[0]?.get('href') ?? '',
    alternates: links
      .filter(link => link.has('hreflang'))
      .map(link => [link.get('hreflang') ?? '', link.get('href') ?? '']),
    meta: metaOf(inside),
    things: thingsOf(inside)
  }
}

/**
 * Returns a pattern for tags of this name, whose first group is the attributes. A quoted value may
 * contain a `>`.
 */
function tags(name: string): RegExp {
  return new RegExp(`<${name} ((?:[^">]|"[^"]*")*)>`, 'g')
}

function attributes(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      plain(value)
    ])
  )
}

function metaOf(head: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, text = ''] of head.matchAll(tags('meta'))) {
    const tag = attributes(text)
    const name = tag.get('property') ?? tag.get('name')
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), tag.get('content') ?? ''])
  }
  return found
}

function thingsOf(head: string): Map<string, Record<string, unknown>> {
  const texts = [
    ...head.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  ].map(([, text = '']) => text)
  const read = texts.map(text => JSON.parse(text) as Record<string, unknown>)
  for (const each of read) expect(each['@context']).toBe('https://schema.org')
  const things = read.flatMap(each => (each['@graph'] ?? [each]) as Record<string, unknown>[])
  return new Map(things.map(thing => [String(thing['@type']), thing]))
}
