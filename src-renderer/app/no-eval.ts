import { z } from 'zod'

/** The page's security policy forbids eval; schemas must not even try it. Imported before any schema is made. */
z.config({ jitless: true })
