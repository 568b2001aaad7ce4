import { expect, test } from 'vitest'
import { exploreQuery } from '#contract/publication.ts'
import { explorePage } from '#servers/platform/publications/read.ts'
import { queryPlan } from '../support/query-plan.ts'
import { BASE, openStudio } from '../support/studio.ts'

test('pages of Explore are read by an index of their filter and order', async () => {
  const studio = await openStudio()
  try {
    const { database } = studio.context
    for (const [filters, index] of [
      [{}, 'publication_'],
      [{ kind: 'audio' }, 'publication_kind_'],
      [{ service: 'suno' }, 'publication_service_']
    ] as const)
      for (const [sort, order] of [
        ['newest', 'listed_at'],
        ['liked', 'likes']
      ])
        for (const cursor of ['', '1000_an-id']) {
          const query = exploreQuery.parse({ ...filters, sort, cursor })
          const plan = await queryPlan(database, explorePage(database.db, BASE, query).rows)
          // The plans of PostgreSQL depend on the sizes of the tables, which are empty here.
          if (database.kind === 'postgres') expect(plan).toContain('publication')
          else expect(plan).toContain(`SEARCH publication USING INDEX ${index + order} (`)
          if (database.kind === 'sqlite') expect(plan).not.toContain('TEMP B-TREE')
        }
  } finally {
    await studio.close()
  }
})
