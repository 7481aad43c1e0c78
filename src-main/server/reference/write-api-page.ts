import { writeFileSync } from 'node:fs'
import { API_PAGE, apiPage } from './api-page.ts'

/** `npm run reference`: writes docs/api.md from the contract. */
writeFileSync(API_PAGE, apiPage())
