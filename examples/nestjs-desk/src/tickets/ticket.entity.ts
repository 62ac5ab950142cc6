import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
export class Ticket {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('text')
  subject!: string;

  /** What the customer wrote. */
  @Column('text')
  text!: string;

  @Column('text', { default: 'open' })
  state!: 'open' | 'answered';

  @Column('text', { nullable: true })
  answer!: string | null;

  /** Who answered. */
  @Column('text', { nullable: true })
  answeredBy!: string | null;
}
