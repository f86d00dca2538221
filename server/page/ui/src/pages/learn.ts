// The page of the lessons.
import { createCourse, keepAddress, type Course } from '../learn/course'
import { createWords } from '../common/i18n'
import { mountLessons } from '../learn/learn'

const course = JSON.parse(document.getElementById('course')!.textContent!) as Course
const learning = createCourse(course, createWords(course.words))
keepAddress(learning)
mountLessons(learning, document.getElementById('learn')!)
