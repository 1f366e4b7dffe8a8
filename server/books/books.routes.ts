import { addStarter, getBook, updateBook } from '../../contract/books.ts'
import { serve } from '../serve.ts'
import { bookToApi, changeBook } from './books.ts'
import { addStarterSet } from './starter.ts'

export const books = [
  serve(getBook, ({ book }) => bookToApi(book)),
  serve(addStarter, ({ write }) => write(addStarterSet)),
  serve(updateBook, ({ write, body, guard }) => write(changeBook(body, guard))),
]
