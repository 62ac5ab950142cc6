import { FastMCP } from 'fastmcp';
import { Shelf } from '../shelf.js';
import { addAddBook } from './add-book.js';
import { addBook } from './book.js';
import { addRecommend } from './recommend.js';

const server = new FastMCP({ name: 'library', version: '1.0.0' });
const shelf = new Shelf();
addRecommend(server, shelf);
addAddBook(server, shelf);
addBook(server, shelf);
await server.start({ transportType: 'stdio' });
