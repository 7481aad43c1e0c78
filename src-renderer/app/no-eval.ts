import { z } from 'zod'

/** The CSP forbids eval, so zod must not probe for it. Import before any schema is created. */
z.config({ jitless: true })
