import { getBook, updateBook } from '../../contract/books.ts'
import { serve } from '../serve.ts'
import { bookToApi, changeBook } from './books.ts'

export const books = [
  serve(getBook, ({ book }) => bookToApi(book)),
  serve(updateBook, ({ write, body, guard }) => write(changeBook(body, guard))),
]
